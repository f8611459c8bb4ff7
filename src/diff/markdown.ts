/** What changed, as Markdown that a pull request shows; nothing in a name can become markup. */
import type { Change } from './change.ts'
import { describeChange } from './words.ts'

const signs: Record<Change['change'], string> = { added: '➕', removed: '➖', changed: '✏️' }

export function changesMarkdown(changes: readonly Change[]): string {
  return changes
    .map((change) => `- ${signs[change.change]} ${code(`${change.change} ${describeChange(change)}`)}\n`)
    .join('')
}

/** Text as code within a line: the fence is longer than any run of backticks in it. */
export function code(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
  const fence = '`'.repeat(longestRun(line) + 1)
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${fence}${space}${line}${space}${fence}`
}

/** Lines as a block of code. */
export function codeBlock(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text.replace(/\n?$/, '\n')}${fence}\n`
}

const longestRun = (text: string): number =>
  Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
