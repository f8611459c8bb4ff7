/** Warns of what a company's style makes hard to read, and of what a format does not show of it. */
import { contrastProblems, type StyleSetting } from '../../render/index.ts'
import type { Terminal } from './terminal.ts'

export function noteStyle(
  style: StyleSetting | undefined,
  terminal: Terminal,
  isPng = false,
): void {
  for (const problem of contrastProblems(style)) terminal.note(problem)
  const font = isPng && typeof style === 'object' ? style.font : undefined
  if (font !== undefined) terminal.note(`Style: a PNG has texts in Inter, not in ${font}.`)
}
