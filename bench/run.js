// `npm run bench [name…]`: measures against the budgets of the design, as ratios in one run where possible.
import { layoutQuality } from './layout.js'
import { lsp } from './lsp.js'
import { mock } from './mock.js'
import { player } from './player.js'
import { render } from './render.js'
import { startup } from './startup.js'
import { sync } from './sync.js'
import { validate } from './validate.js'

const benchmarks = { startup, validate, render, layout: layoutQuality, player, lsp, mock, sync }
const wanted = process.argv.slice(2)

console.log('| what | measured | budget | |\n|---|---|---|---|')
for (const [name, run] of Object.entries(benchmarks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  for (const { what, measured, budget, met } of await run()) {
    console.log(`| ${what} | ${measured} | ${budget} | ${met ? 'met' : 'missed'} |`)
  }
}
