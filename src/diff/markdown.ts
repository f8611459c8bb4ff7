/** Formats changes as Markdown for a pull request; names cannot become markup. */
import type { Change } from './change.ts'
import { describeChange } from './words.ts'

const signs: Record<Change['change'], string> = {
  added: '➕',
  removed: '➖',
  changed: '✏️',
  renamed: '✏️',
}

export function changesMarkdown(changes: readonly Change[]): string {
  return changes
    .map(
      (change) =>
        `- ${signs[change.change]} ${code(`${change.change} ${describeChange(change)}`)}\n`,
    )
    .join('')
}

/** Inline code, with a fence longer than any run of backticks in the text. */
export function code(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
  const fence = '`'.repeat(longestRun(line) + 1)
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${fence}${space}${line}${space}${fence}`
}

/** A fenced code block. */
export function codeBlock(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text.replace(/\n?$/, '\n')}${fence}\n`
}

function longestRun(text: string): number {
  const runs = text.match(/`+/g) ?? []
  return Math.max(0, ...runs.map(({ length }) => length))
}
