#!/usr/bin/env node
// Runs topo from its sources: builds it first if something has changed, which takes a moment.
import('../scripts/build.js').then(async ({ buildIfChanged }) => {
  await buildIfChanged()
  require('./run.js')
})
