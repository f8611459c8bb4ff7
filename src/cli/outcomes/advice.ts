/** A line that reports the warnings in the scripts that a command sent. */
import type { Advice } from '../../project/check/advice.ts'
import type { Channel } from '../io/channel.ts'
import type { Terminal } from '../io/terminal.ts'

/** `6 warnings, 1 of them breaks the diagram: topo validate`; undefined without warnings. */
export function adviceWords({ warnings, breaking }: Advice): string | undefined {
  if (warnings === 0) return undefined
  const count = `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`
  const breaks = breaking === 1 ? '1 of them breaks' : `${breaking} of them break`
  return `${count}${breaking === 0 ? '' : `, ${breaks} the diagram`}: topo validate`
}

export function adviceLine(advice: Advice): string | undefined {
  const words = adviceWords(advice)
  return (
    words && `${advice.scripts} ${advice.scripts === 1 ? 'script has' : 'scripts have'} ${words}`
  )
}

/** Prints the line to stderr; on a terminal `withAdvice` adds it to the result instead. */
export function noteAdvice(terminal: Terminal, advice: Advice): void {
  const line = adviceLine(advice)
  if (line !== undefined && !terminal.json && !terminal.out.isTerminal) terminal.note(line)
}

export function withAdvice(text: string, out: Channel, advice: Advice | undefined): string {
  const line = advice && adviceLine(advice)
  return line === undefined || !out.isTerminal ? text : `${text}\n${out.style('yellow', line)}`
}
