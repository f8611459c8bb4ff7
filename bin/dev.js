#!/usr/bin/env node
// Runs topo from its sources: builds, which takes a moment, and goes through the ordinary door.
import { build } from '../scripts/build.js'

await build()
await import('./run.js')
