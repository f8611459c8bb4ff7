/** Shows the difference of two scripts as text, Markdown, SVG or Mermaid. */
import { changesMarkdown, code, codeBlock, describeChange, describeField } from '../../diff/index.ts'
import { ExitCode, KnownError } from '../../errors.ts'
import type { Comparison, Difference } from '../../project/compare/difference.ts'
import { forTerminal, forTerminalLines } from '../../text/for-terminal.ts'
import type { CommandResult } from '../command/result.ts'
import type { Channel, Style } from '../io/channel.ts'
import { divergenceText } from './conflict-text.ts'

export const diffFormats = ['text', 'markdown', 'svg', 'mermaid'] as const
export type DiffFormat = (typeof diffFormats)[number]

export interface DiffOptions {
  format: DiffFormat
  /** Only changes of diagram and metadata, not of lines. */
  summary: boolean
  /** True if a difference sets the exit code. */
  exitCode: boolean
}

export async function differenceResult(
  comparison: Comparison,
  { format, summary, exitCode }: DiffOptions,
): Promise<CommandResult> {
  const { difference } = comparison
  const picture = format === 'svg' || format === 'mermaid' ? await pictureText(comparison, format) : undefined
  return {
    data: difference,
    text: (out) => {
      if (picture !== undefined) return picture
      return format === 'markdown' ? markdown(difference, summary) : text(difference, summary, out)
    },
    exitCode: exitCode && !difference.same ? ExitCode.differences : ExitCode.ok,
  }
}

/** @throws KnownError `TOPO_NOT_DRAWN` if one of the two does not run: half a picture would mislead. */
async function pictureText({ difference, picture }: Comparison, format: 'svg' | 'mermaid'): Promise<string> {
  const drawn = picture()
  if (drawn === null) {
    throw new KnownError(
      `Cannot draw ${difference.before} and ${difference.after}: one of them does not run.`,
      {
        code: 'TOPO_NOT_DRAWN',
        exitCode: ExitCode.refused,
        hint: 'Run "topo validate" to see why.',
      },
    )
  }
  const { pictureFormats } = await import('../../render/index.ts')
  const writer = pictureFormats.find(({ name }) => name === format)
  const written = await writer?.write(drawn, { theme: format === 'svg' ? 'auto' : 'light' })
  return written?.trimEnd() ?? ''
}

const styles: Record<string, Style> = { added: 'green', removed: 'red', changed: 'yellow' }
const withoutStyle = { style: (_: Style, text: string) => text }
const bothChanged = 'Both sides changed since the last sync'
const unreadableText =
  'One of the two does not run, so topo compares only the text; "topo validate" shows the error.'

function text(
  { before, after, same, metadata, topology, patch, divergence }: Difference,
  summary: boolean,
  out: Channel,
): string {
  if (same && patch === '')
    return out.isTerminal ? `${forTerminal(before)} and ${forTerminal(after)} are the same.` : ''
  const changes = (topology ?? []).map((change) => {
    const word = change.change.padEnd(7)
    return `${out.style(styles[change.change] as Style, word)}  ${forTerminal(describeChange(change))}`
  })
  const fields = metadata.map(
    (field) => `${out.style('yellow', 'changed')}  ${forTerminal(describeField(field))}`,
  )
  const lines = [...fields, ...changes, ...(topology === null ? [unreadableText] : [])]
  const both =
    divergence && !summary
      ? [`${out.style('bold', bothChanged)}\n${divergenceText(divergence, out, true)}`]
      : []
  const lead = lines.length > 0 ? [lines.join('\n')] : ['The diagrams are the same.']
  return [...lead, ...(summary || patch === '' ? [] : [colourPatch(patch, out)]), ...both].join('\n\n')
}

const colourPatch = (patch: string, out: Channel): string =>
  forTerminalLines(patch.trimEnd())
    .split('\n')
    .map((line) => {
      if (/^(---|\+\+\+|=)/.test(line)) return out.style('bold', line)
      if (line.startsWith('@@')) return out.style('cyan', line)
      if (line.startsWith('+')) return out.style('green', line)
      return line.startsWith('-') ? out.style('red', line) : line
    })
    .join('\n')

function markdown(difference: Difference, summary: boolean): string {
  const { before, after, same, metadata, topology, patch, divergence } = difference
  const title = `### ${code(before)} → ${code(after)}\n`
  if (same && patch === '') return `${title}\nNo difference.`
  const fields = metadata.map((field) => `- ✏️ ${code(describeField(field))}\n`).join('')
  const drawn = topology === null ? `${unreadableText}\n` : changesMarkdown(topology)
  const lines =
    summary || patch === ''
      ? ''
      : `\n<details><summary>Text</summary>\n\n${codeBlock(forTerminalLines(patch), 'diff')}\n</details>\n`
  const both =
    divergence && !summary
      ? `\n<details><summary>${bothChanged}</summary>\n\n${codeBlock(divergenceText(divergence, withoutStyle, true), '')}\n</details>\n`
      : ''
  const changes = drawn === '' && fields === '' ? 'The diagrams are the same.\n' : drawn
  return `${title}\n${fields}${changes}${lines}${both}`.trimEnd()
}
