/** Shows the difference of two scripts as text, Markdown or a picture. */
import { extname, resolve } from 'node:path'
import type { Interfaces } from '@oclif/core'
import { boolean, integer, option, string } from '@oclif/core/flags'
import {
  type Change,
  changesMarkdown,
  code,
  codeBlock,
  describeChange,
  describeField,
} from '../../diff/index.ts'
import { ExitCode, usageError } from '../../errors.ts'
import type { Comparison, Difference } from '../../project/compare/difference.ts'
import { projectPath } from '../../project/files/root.ts'
import type { StyleSetting, Theme } from '../../render/index.ts'
import { forTerminal, forTerminalLines } from '../../text/for-terminal.ts'
import type { CommandResult } from '../command/result.ts'
import { Channel, type Style } from '../io/channel.ts'
import type { Terminal } from '../io/terminal.ts'
import { writeNewFile } from '../io/write-new-file.ts'
import { pngOnTerminal, styleFlag } from '../render/choose-target.ts'
import { noteStyle } from '../render/note-style.ts'
import { divergenceText } from './conflict-text.ts'
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
  const { output, context, summary, theme, style } = flags
  const format = formatOf(flags)
  if (context !== undefined && !isPicture(format)) {
    throw usageError('--context crops pictures, and this output is none.', {
      code: 'TOPO_OUTPUT',
      hint: `Add --format, one of ${diffPictureFormats.join(', ')}.`,
    })
  }
  const isBinary = format === 'png' && output === undefined
  if (isBinary && terminal.out.isTerminal && !terminal.json) throw pngOnTerminal()
  if (isPicture(format)) noteStyle(style, terminal, format === 'png')
  const picture = isPicture(format)
    ? await drawDifference(comparison, { format, theme, style, context })
    : undefined
  if (format === 'mermaid') {
    const edges = comparison.pictures(context)?.pictures.both.edges.length ?? 0
    const refusal = (await import('../../render/index.ts')).mermaidRefusal(edges, String(picture))
    if (refusal !== undefined) terminal.note(refusal)
  }
  const content = (out: Channel) =>
    typeof picture === 'string'
      ? picture.trimEnd()
      : format === 'markdown'
        ? markdown(difference, summary)
        : text(difference, summary, out)
  if (output !== undefined) {
    const file = resolve(output)
    const bytes = picture ?? `${content(new Channel(process.stdout, false))}\n`
    await writeNewFile(file, projectPath(process.cwd(), file), bytes, flags.force)
  } else if (isBinary && !terminal.json) terminal.out.bytes(picture as Uint8Array)
  return {
    data: difference,
    text: (out) => (output !== undefined || isBinary ? '' : content(out)),
    exitCode: fails(difference, flags) ? ExitCode.differences : ExitCode.ok,
  }
}

const isPicture = (format: DiffFormat): format is DiffPictureFormat =>
  diffPictureFormats.some((name) => name === format)

const endings: Record<string, DiffFormat> = { md: 'markdown', mmd: 'mermaid', txt: 'text' }

function formatOf({ format, output }: DiffFlags): DiffFormat {
  if (format !== undefined || output === undefined) return format ?? 'text'
  const ending = extname(output).slice(1).toLowerCase()
  const found = diffFormats.find((name) => name === ending) ?? endings[ending]
  if (found) return found
  throw usageError(`Cannot choose a format from the extension of ${forTerminal(output)}.`, {
    code: 'TOPO_OUTPUT',
    hint: `Add --format, one of ${diffFormats.join(', ')}.`,
  })
}

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
  return [...lead, ...(summary || patch === '' ? [] : [colourPatch(patch, out)]), ...both].join(
    '\n\n',
  )
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
