// Measures against the budgets of the design, as ratios in one run where possible.
//
//     npm run bench -- [NAME…] [--node FILE]… [--save FILE] [--compare FILE [--table FILE]]
//
// --node also measures the start with another Node. --save keeps the ratios of a run, and --compare shows them beside the new
// ones; --table also writes that comparison to a file. Only ratios are compared, because they hold on a busy machine.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { company } from './company.js'
import { comparison, ratiosOf } from './compare.js'
import { convert } from './convert.js'
import { gallery } from './gallery.js'
import { growth } from './growth.js'
import { layoutQuality } from './layout.js'
import { lsp } from './lsp.js'
import { mock } from './mock.js'
import { player } from './player.js'
import { playground } from './playground.js'
import { render } from './render.js'
import { startup } from './startup.js'
import { sync } from './sync.js'
import { validate } from './validate.js'

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: {
    node: { type: 'string', multiple: true, default: [] },
    save: { type: 'string' },
    compare: { type: 'string' },
    table: { type: 'string' },
  },
})
const benchmarks = {
  startup,
  validate,
  render,
  layout: layoutQuality,
  convert,
  player,
  playground,
  lsp,
  mock,
  sync,
  company,
  growth,
  gallery,
}
/** Writes a file, and needs a package that is not installed. */
const isAsked = (name) => (wanted.length === 0 ? name !== 'gallery' : wanted.includes(name))
// Read before anything is measured, so that a wrong name costs no minutes.
const saved =
  values.compare === undefined ? undefined : JSON.parse(readFileSync(values.compare, 'utf8'))
const unknown = wanted.filter((name) => !Object.hasOwn(benchmarks, name))
if (unknown.length > 0) throw new Error(`Unknown: ${unknown}. Known: ${Object.keys(benchmarks)}`)

const rows = []
console.log('| what | measured | budget | |\n|---|---|---|---|')
for (const [name, run] of Object.entries(benchmarks)) {
  if (!isAsked(name)) continue
  for (const row of await run({ nodes: [process.execPath, ...values.node] })) {
    rows.push(row)
    console.log(`| ${row.what} | ${row.measured} | ${row.budget} | ${row.met ? 'met' : 'missed'} |`)
  }
}
if (saved !== undefined) {
  const table = comparison(saved, ratiosOf(rows))
  console.log(`\n${table}`)
  if (values.table !== undefined) writeFileSync(values.table, `${table}\n`)
}
if (values.save !== undefined)
  writeFileSync(values.save, `${JSON.stringify(ratiosOf(rows), undefined, 2)}\n`)
