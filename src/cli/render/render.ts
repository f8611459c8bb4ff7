/** Flags of `topo render`, and writing its pictures. */
import { boolean, custom, option, string } from '@oclif/core/flags'
import { ExitCode, KnownError, usageError } from '../../errors.ts'
import type { CheckedScript } from '../../project/check/check.ts'
import type { DrawResult } from '../../project/draw/draw-scripts.ts'
import { projectPath } from '../../project/files/root.ts'
import { directions, mermaidRefusal, type Picture, violationsSentence } from '../../render/index.ts'
import { forTerminal, forTerminalLines } from '../../text/for-terminal.ts'
import { rare } from '../command/flags.ts'
import type { CommandResult } from '../command/result.ts'
import type { Channel } from '../io/channel.ts'
import type { Terminal } from '../io/terminal.ts'
import { writeNewFile } from '../io/write-new-file.ts'
import { formatNames, type RenderChoice, type RenderTarget } from './choose-target.ts'
import { onlyScenarios, pictureBytes } from './picture-bytes.ts'
import { siteIndex } from './site-index.ts'

/** Formats with topo's own positions. */
const placedFormats = new Set(['svg', 'png', 'html', 'json'])
const themes = ['light', 'dark', 'auto'] as const

export const renderFlags = {
  output: string({
    char: 'o',
    helpValue: 'PATH',
    summary: 'File or folder to write; - is standard output (the default for one script).',
    description:
      'Creates missing folders. In a folder, pictures are named by slug; html pages of all scripts get an index.html with a search.',
  }),
  format: string({
    options: formatNames,
    helpValue: 'NAME',
    summary: `One of ${formatNames.join(', ')}.`,
    description:
      'The default follows the extension of the file. Without a file, it is svg; on a terminal, boxes and lines if they fit into its width, else text.',
  }),
  layer: string({
    multiple: true,
    helpValue: 'NAME',
    summary: 'Draw only this layer and what is in no layer; repeat it for several.',
  }),
  scenario: string({
    multiple: true,
    helpValue: 'ID',
    summary: 'Draw only this scenario; repeat it for several.',
  }),
  theme: string({
    options: [...themes],
    helpValue: 'NAME',
    summary: 'light, dark, or auto: in svg and html it follows the reader (the default there).',
  }),
  aspect: custom<number>({
    ...rare,
    helpValue: 'W:H',
    summary: 'Wanted shape of the picture, as in 16:9; boxes are put into narrower or wider rows.',
    parse: async (given) => {
      const [, width, height] = /^(\d{1,4}):(\d{1,4})$/.exec(given.trim()) ?? []
      const aspect = Number(width) / Number(height)
      if (aspect >= 0.1 && aspect <= 10) return aspect
      throw usageError(`"${forTerminal(given)}" is not a shape.`, {
        code: 'TOPO_USAGE',
        hint: 'Give width and height from 1:10 to 10:1, as in 16:9.',
      })
    },
  })(),
  direction: option({
    options: directions,
    helpValue: 'NAME',
    summary: 'Where connections lead: down (the default) or right.',
    description: 'Nodes at positions from the script stay where they are.',
  })(),
  scale: custom<number>({
    ...rare,
    helpValue: 'N',
    summary: 'Size of a png or svg, from 0.1 to 10 (2 for png, less for a large one; else 1).',
    parse: async (given) => {
      const scale = Number(given)
      if (given.trim() !== '' && scale >= 0.1 && scale <= 10) return scale
      throw usageError(`"${given}" is not a scale.`, {
        code: 'TOPO_USAGE',
        hint: 'Give a number from 0.1 to 10.',
      })
    },
  })(),
  'embed-fonts': boolean({
    ...rare,
    summary: 'Put the letters of the bundled font into an svg, so that it looks the same everywhere.',
    description:
      'Adds 20 to 80 KB. Other letters, such as Thai or Chinese ones, come from the fonts of whoever looks at it.',
  }),
  force: boolean({ summary: 'Overwrite an existing file with other content.' }),
  check: boolean({
    exclusive: ['write', 'force'],
    summary: 'List stale pictures and Markdown blocks, and write nothing; exit code 3 if there are some.',
    description:
      'Compares the pictures of --output with the scripts, and the blocks in all Markdown files of the project: the lines between <!-- topo SLUG --> and <!-- /topo -->.',
  }),
  write: boolean({ summary: 'Update stale pictures and Markdown blocks.' }),
}

interface Item {
  slug: string
  title: string
  format: string
  /** Null for standard output, and if the script was not drawn. */
  path: string | null
  width: number | null
  height: number | null
  /** The picture, only for standard output; a PNG as base64. */
  content?: string
  /** Why a viewer refuses the written picture, as a sentence. */
  warning: string | null
  error: string | null
  reason: string | null
}

export const renderFields = [
  'slug',
  'title',
  'format',
  'path',
  'width',
  'height',
  'content',
  'warning',
  'error',
  'reason',
] satisfies (keyof Item)[]

/** Draws and writes one picture after the other. */
export async function renderResult(
  drawn: readonly DrawResult[],
  target: RenderTarget,
  choice: RenderChoice,
  terminal: Terminal,
  locale: string | undefined,
): Promise<CommandResult | undefined> {
  if (target.isDrawn && drawn[0]?.picture) {
    const picture = onlyScenarios(drawn[0].picture, choice.scenario)
    const { terminalDrawing } = await import('./terminal-drawing.ts')
    const drawing = terminalDrawing(picture, terminal.out, locale)
    if (drawing !== undefined) return { data: {}, text: () => drawing }
  }
  const items: Item[] = []
  let printed: string | Uint8Array = ''
  const missing = new Set<string>()
  for (const one of drawn) {
    const item = itemOf(one, target.format)
    items.push(item)
    if (one.picture === undefined) continue
    const bytes = await pictureBytes(
      onlyScenarios(one.picture, choice.scenario),
      target,
      choice,
      (characters) => {
        for (const character of characters) missing.add(character)
      },
    )
    warn(item, one.picture, target.format === 'mermaid' ? String(bytes) : undefined, terminal)
    if (target.file === undefined) {
      printed = bytes
      item.content = typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('base64')
    } else await save(item, target.file(item.slug), bytes, choice.force, drawn.length === 1)
  }
  const index = await siteIndex(drawn, target, choice, terminal)
  if (index !== undefined) {
    const item: Item = { ...EMPTY, slug: 'index', title: 'Diagrams', format: target.format }
    items.push(item)
    await save(item, index.file, index.bytes, choice.force, false)
  }
  if (missing.size > 0) {
    const { lettersOfReader, missingLetters } = await import('../../project/draw/letters/missing-letters.ts')
    const sentences = choice['embed-fonts'] ? lettersOfReader([...missing]) : missingLetters([...missing])
    for (const sentence of sentences) terminal.note(forTerminal(sentence))
  }
  const exitCode = items.some(({ error }) => error !== null) ? ExitCode.refused : ExitCode.ok
  if (typeof printed !== 'string' && !terminal.json) {
    terminal.out.bytes(printed)
    return undefined
  }
  const text = typeof printed === 'string' ? printed : ''
  return {
    data: { items, totalCount: items.length },
    text: (out) => (target.file === undefined ? toPrint(text, out) : lines(items, out)),
    exitCode,
  }
}

/** @param flowchart the text of a Mermaid flowchart */
function warn(
  item: Item,
  { edges, violations }: Picture,
  flowchart: string | undefined,
  terminal: Terminal,
): void {
  if (flowchart !== undefined) item.warning = mermaidRefusal(edges.length, flowchart) ?? null
  else if (violations && placedFormats.has(item.format)) item.warning = violationsSentence(violations)
  if (item.warning !== null) terminal.note(`${forTerminal(item.slug)}: ${item.warning}`)
}

/** A terminal gets no control characters; a pipe gets the document unchanged. */
const toPrint = (text: string, out: Channel): string =>
  (out.isTerminal ? forTerminalLines(text) : text).trimEnd()

const EMPTY = { path: null, width: null, height: null, warning: null, error: null, reason: null }

function itemOf({ checked: { script, findings }, picture }: DrawResult, format: string): Item {
  const first = findings.find(({ severity }) => severity === 'error')
  return {
    ...{ ...EMPTY, slug: script.slug, title: script.content.name, format },
    ...{ width: picture?.width ?? null, height: picture?.height ?? null },
    error: picture ? null : 'TOPO_INVALID_SCRIPT',
    reason: picture || !first ? null : `${first.path}:${first.line}:${first.column}: ${first.message}`,
  }
}

/** Writes the file; overwrites one with other content only with `force`. */
async function save(
  item: Item,
  file: string,
  bytes: string | Uint8Array,
  force: boolean,
  only: boolean,
): Promise<void> {
  item.path = projectPath(process.cwd(), file)
  try {
    await writeNewFile(file, item.path, bytes, force)
  } catch (error) {
    // The failure of one picture does not stop the others.
    if (!(error instanceof KnownError) || only) throw error
    Object.assign(item, { error: error.code, reason: error.message })
  }
}

const lines = (items: readonly Item[], out: Channel): string =>
  items
    .map(({ slug, path, error, reason }) => {
      const parts = error === null ? ['drawn', slug, path ?? ''] : ['failed', slug, reason ?? '']
      const [word, ...rest] = parts.map(forTerminal) as [string, ...string[]]
      if (!out.isTerminal) return [word, ...rest].join('\t')
      return `${out.style(error === null ? 'green' : 'red', word.padEnd(7))} ${rest.join('  ')}`
    })
    .join('\n')

export const invalidScripts = (drawn: readonly DrawResult[]): CheckedScript[] =>
  drawn.filter(({ picture }) => picture === undefined).map(({ checked }) => checked)
