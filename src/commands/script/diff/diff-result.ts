/** Shows the difference of two scripts as text, Markdown or a picture. */
import { resolve } from 'node:path'
import type { Interfaces } from '@oclif/core'
import { boolean, integer, option, string } from '@oclif/core/flags'
import type { CommandResult } from '../../../cli/command/result.ts'
import { Channel, type Style } from '../../../cli/io/channel.ts'
import { type FileFormats, formatOfFile } from '../../../cli/io/format-of-file.ts'
import { noteStyle } from '../../../cli/io/note-style.ts'
import type { Terminal } from '../../../cli/io/terminal.ts'
import { writeNewFile } from '../../../cli/io/write-new-file.ts'
import { divergenceText } from '../../../cli/outcomes/conflict-text.ts'
import {
  type Change,
  changesMarkdown,
  code,
  codeBlock,
  describeChange,
  describeField,
} from '../../../diff/index.ts'
import { ExitCode, usageError } from '../../../errors.ts'
import { projectPath } from '../../../files/root.ts'
import { isPipeOrDevice } from '../../../limits/files.ts'
import type { StyleSetting, Theme } from '../../../render/index.ts'
import type { Comparison, Difference } from '../../../sync/compare/difference.ts'
import { forTerminal, forTerminalLines } from '../../../text/safe/for-terminal.ts'
import { counted } from '../../../text/words.ts'
import { pngOnTerminal, styleFlag } from '../render/choose-target.ts'
import {
  type DiffPictureFormat,
  diffPictureFormats,
  drawDifference,
  notDrawn,
} from './diff-picture.ts'

const diffFormats = ['text', 'markdown', ...diffPictureFormats] as const
type DiffFormat = (typeof diffFormats)[number]

const diffGates = ['removed', 'connections', 'any'] as const
type DiffGate = (typeof diffGates)[number]

const themes = ['light', 'dark', 'auto'] as const satisfies Theme[]

export const diffFlags = {
  git: string({
    helpValue: 'REVISION',
    summary: 'Compare the file with its content at a git revision.',
  }),
  format: option({
    options: diffFormats,
    helpValue: 'NAME',
    summary: `One of ${diffFormats.join(', ')}.`,
    description: 'The default follows the extension of the file; without a file it is text.',
  })(),
  output: string({
    char: 'o',
    helpValue: 'FILE',
    summary: 'File to write, instead of standard output.',
  }),
  force: boolean({
    dependsOn: ['output'],
    summary: 'Overwrite an existing file with other content.',
  }),
  theme: option({
    options: themes,
    helpValue: 'NAME',
    summary: 'light, dark, or auto: in svg and html it follows the reader (the default there).',
  })(),
  style: styleFlag(),
  context: integer({
    min: 0,
    max: 1000,
    helpValue: 'N',
    summary: 'Draw only what changed and what N connections lead to.',
  }),
  summary: boolean({ summary: 'Show only changes of the diagram and the metadata.' }),
  'exit-code': boolean({ summary: 'Exit with code 3 if anything differs.' }),
  'fail-on': option({
    options: diffGates,
    helpValue: 'WHAT',
    summary:
      'Exit with code 3 if the diagram lost something (removed), if a connection was added, removed or changed (connections), or if anything in it changed (any).',
  })(),
}

/** Also with a style of the project. */
type DiffFlags = Omit<Interfaces.InferredFlags<typeof diffFlags>, 'style'> & {
  readonly style: StyleSetting | undefined
}

export async function differenceResult(
  comparison: Comparison,
  flags: DiffFlags,
  terminal: Terminal,
): Promise<CommandResult> {
  const { difference } = comparison
  const { output, summary } = flags
  const path = output === undefined ? undefined : projectPath(process.cwd(), resolve(output))
  const format = formatOf(flags)
  const printsBytes = format === 'png' && output === undefined
  refuseUnfitOutput(format, flags, terminal)
  const picture = isPicture(format)
    ? await drawPicture(comparison, format, { flags, terminal })
    : undefined

  const content = (out: Channel): string => {
    if (typeof picture === 'string') return picture.trimEnd()
    return format === 'markdown' ? markdown(difference, summary) : text(difference, summary, out)
  }
  if (output !== undefined && path !== undefined) {
    const bytes = picture ?? `${content(new Channel(process.stdout, terminal.clock, false))}\n`
    await writeNewFile(resolve(output), path, bytes, flags.force)
  } else if (printsBytes && !terminal.json) terminal.out.bytes(picture as Uint8Array)
  return {
    data: difference,
    text: (out) => {
      // A line would end up in the document if that goes to standard output.
      if (output !== undefined && isPipeOrDevice(resolve(output))) return ''
      if (path !== undefined) return writtenLine(path, difference, out)
      return printsBytes ? '' : content(out)
    },
    exitCode: fails(difference, flags) ? ExitCode.differences : ExitCode.ok,
  }
}

function writtenLine(path: string, { topology, metadata }: Difference, out: Channel): string {
  const count = (topology?.length ?? 0) + metadata.length
  const parts = ['written', forTerminal(path), counted(count, 'change')]
  if (topology === null) parts.pop()
  if (!out.isTerminal) return parts.join('\t')
  const [word = '', ...others] = parts
  return [out.style('green', word), ...others].join('  ')
}

function refuseUnfitOutput(
  format: DiffFormat,
  { output, context }: DiffFlags,
  terminal: Terminal,
): void {
  if (context !== undefined && !isPicture(format)) {
    throw usageError('--context crops pictures, and this output is none.', {
      hint: `Add --format, one of ${diffPictureFormats.join(', ')}.`,
    })
  }
  const isShown = output === undefined && terminal.out.isTerminal && !terminal.json
  if (format === 'png' && isShown) throw pngOnTerminal()
}

/** Also says what the format does not show of the style, and why a viewer refuses the picture. */
async function drawPicture(
  comparison: Comparison,
  format: DiffPictureFormat,
  { flags, terminal }: { readonly flags: DiffFlags; readonly terminal: Terminal },
): Promise<string | Uint8Array> {
  const { theme, style, context } = flags
  noteStyle(style, terminal, format === 'png')
  const picture = await drawDifference(comparison, { format, theme, style, context })
  if (format !== 'mermaid') return picture

  const edges = comparison.pictures(context)?.pictures.both.edges.length ?? 0
  const { mermaidRefusal } = await import('../../../render/index.ts')
  const refusal = mermaidRefusal(edges, String(picture))
  if (refusal !== undefined) terminal.note(refusal)
  return picture
}

const isPicture = (format: DiffFormat): format is DiffPictureFormat =>
  diffPictureFormats.some((name) => name === format)

const fileFormats: FileFormats<DiffFormat> = {
  names: diffFormats,
  extensions: { md: 'markdown', mmd: 'mermaid', txt: 'text' },
  writesFolders: false,
}

const formatOf = ({ format, output }: DiffFlags): DiffFormat =>
  format ?? (output === undefined ? 'text' : formatOfFile(output, fileFormats))

/** @throws KnownError `TOPO_NOT_DRAWN` if there is a gate and one of the two does not run: it must not pass unseen. */
function fails({ before, after, same, topology }: Difference, flags: DiffFlags): boolean {
  if (flags['exit-code'] && !same) return true
  const failOn = flags['fail-on']
  if (failOn === undefined) return false
  if (topology === null) throw notDrawn(before, after)
  return topology.some(gates[failOn])
}

const gates: Record<DiffGate, (change: Change) => boolean> = {
  removed: ({ change }) => change === 'removed',
  connections: ({ what }) => what === 'connection',
  any: () => true,
}

const styles: Record<string, Style> = {
  added: 'green',
  removed: 'red',
  changed: 'yellow',
  renamed: 'yellow',
}
const withoutStyle = { style: (_: Style, words: string) => words }
const bothChanged = 'Both sides changed since the last sync'
const unreadableText =
  'One of the two does not run, so topo compares only the text; "topo validate" shows the error.'

function text(difference: Difference, summary: boolean, out: Channel): string {
  const { before, after, same, metadata, topology, patch, divergence } = difference
  if (same && patch === '')
    return out.isTerminal ? `${forTerminal(before)} and ${forTerminal(after)} are the same.` : ''

  const lines = metadata.map(
    (field) => `${out.style('yellow', 'changed')}  ${forTerminal(describeField(field))}`,
  )
  lines.push(...(topology ?? []).map((change) => changeLine(change, out)))
  if (topology === null) lines.push(unreadableText)

  const parts = [lines.length > 0 ? lines.join('\n') : 'The diagrams are the same.']
  if (!summary && patch !== '') parts.push(colourPatch(patch, out))
  if (!summary && divergence) {
    const title = out.style('bold', bothChanged)
    parts.push(`${title}\n${divergenceText(divergence, out, true)}`)
  }
  return parts.join('\n\n')
}

function changeLine(change: Change, out: Channel): string {
  const word = out.style(styles[change.change] as Style, change.change.padEnd(7))
  return `${word}  ${forTerminal(describeChange(change))}`
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
  const graph = topology === null ? `${unreadableText}\n` : changesMarkdown(topology)
  const isSame = graph === '' && fields === ''
  const parts = [title, '\n', fields, isSame ? 'The diagrams are the same.\n' : graph]
  if (!summary && patch !== '')
    parts.push(foldedMarkdown('Text', codeBlock(forTerminalLines(patch), 'diff')))
  if (!summary && divergence) {
    const versions = divergenceText(divergence, withoutStyle, true)
    parts.push(foldedMarkdown(bothChanged, codeBlock(versions, '')))
  }
  return parts.join('').trimEnd()
}

const foldedMarkdown = (summary: string, block: string): string =>
  `\n<details><summary>${summary}</summary>\n\n${block}\n</details>\n`
