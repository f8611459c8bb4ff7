/** The corpus: 68 topologies, from the first diagram to 500 nodes, whose pictures the ledger measures. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { hello, payments } from '../../../src/mock/fixtures/scripts.ts'
import { architectures } from './architectures.ts'
import { generated } from './generated.ts'
import { realistic } from './realistic.ts'
import { scriptOf } from './script.ts'

const starters = resolve(import.meta.dirname, '../../../templates/starters')
/** As topo sends it: without the header, and with `return` for `export default`. */
const starter = (file: string) =>
  readFileSync(resolve(starters, file), 'utf8')
    .replace(/^\/\*---[\s\S]*?---\*\/\n/, '')
    .replace(/^export default /m, 'return ')

const written = (all: Readonly<Record<string, Parameters<typeof scriptOf>[0]>>) =>
  Object.entries(all).map(([name, data]): [string, string] => [name, scriptOf(data)])

/** Names and scripts, as the builders get them. */
export const corpus: readonly (readonly [name: string, script: string])[] = [
  ['hello', hello],
  ['payments', payments],
  ['payments-auto', payments.replace('(false)', '(true)')],
  ['web-service', starter('web-service.topology.js')],
  ['event-pipeline', starter('event-pipeline.topology.js')],
  ['three-regions', starter('three-regions.topology.ts')],
  ...written(realistic),
  ...written(generated),
  ...written(architectures),
]
