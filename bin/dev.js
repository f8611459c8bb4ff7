#!/usr/bin/env node
// Runs topo from its sources: builds it first, which takes a moment.
import { build } from '../scripts/build.js'

await build()
await import('./run.js')
