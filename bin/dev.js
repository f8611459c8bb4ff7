#!/usr/bin/env node
// Runs topo from its sources: builds it first, which takes a moment.
import('../scripts/build.js').then(async ({ build }) => {
  await build()
  require('./run.js')
})
