/** Warns of colours of a company that are hard to read. */
import { contrastProblems, type StyleSetting } from '../../render/index.ts'
import type { Terminal } from '../io/terminal.ts'

export function noteStyle(style: StyleSetting | undefined, terminal: Terminal): void {
  for (const problem of contrastProblems(style)) terminal.note(problem)
}
