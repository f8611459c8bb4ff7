/** Lists names and values: aligned on a terminal, separated by a tab in a pipe. */
import { forTerminal } from '../../text/safe/for-terminal.ts'
import { wrapText } from '../../text/wrap.ts'
import type { Channel } from './channel.ts'

/** Without a value, a name is not listed. */
export type KeyValue = readonly [name: string, value: string | null | undefined]

export function keyValueLines(out: Channel, facts: readonly KeyValue[]): string {
  const given = facts.filter(([, value]) => value !== undefined && value !== null)
  const clean = given.map((fact) => fact.map((text) => forTerminal(text ?? '')))
  if (!out.isTerminal) return clean.map((fact) => fact.join('\t')).join('\n')
  const width = Math.max(0, ...clean.map(([name = '']) => name.length))
  const lineOf = ([name = '', value = '']: readonly string[]) =>
    wrapText(value, out.width, `${out.style('dim', name.padEnd(width))}  `)
  return clean.map(lineOf).join('\n')
}
