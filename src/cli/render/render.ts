/** Writes the pictures of `topo render`. */
import { ExitCode, KnownError } from '../../errors.ts'
import type { CheckedScript } from '../../project/check/check.ts'
import type { DrawResult } from '../../project/draw/draw-scripts.ts'
import { assertInside } from '../../project/files/path-containment.ts'
import { projectPath } from '../../project/files/root.ts'
import {
  type AspectAnswer,
  aspectAnswer,
  aspectSentence,
  mermaidRefusal,
  type Picture,
  violationsSentence,
} from '../../render/index.ts'
import { forTerminal, forTerminalLines } from '../../text/for-terminal.ts'
import { joined } from '../../text/words.ts'
import type { CommandResult } from '../command/result.ts'
import type { Channel } from '../io/channel.ts'
import type { Terminal } from '../io/terminal.ts'
import { writeNewFile } from '../io/write-new-file.ts'
import type { RenderChoice, RenderTarget } from './choose-target.ts'
import { onlyScenarios, pictureBytes } from './picture-bytes.ts'
import { siteIndex } from './site-index.ts'

/** Formats with topo's own positions. */
const placedFormats = new Set(['svg', 'png', 'html', 'json'])
interface Item {
  slug: string
  title: string
  format: string
  /** Null for standard output, and if the script was not drawn. */
  path: string | null
  width: number | null
  height: number | null
  /** The shape that `--aspect` asked for, and the one of the picture. */
  aspect: AspectAnswer | null
  /** The picture, only for standard output; a PNG as base64. */
  content?: string
  /** Why a viewer refuses the written picture, or what it lacks, in sentences. */
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
  'aspect',
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
      one.checked.script.content,
      (characters) => {
        for (const character of characters) missing.add(character)
      },
    )
    if (placedFormats.has(item.format)) describePlaces(item, one.picture, choice)
    else if (item.format === 'mermaid')
      item.warning = mermaidRefusal(one.picture.edges.length, String(bytes)) ?? null
    if (item.warning !== null) terminal.note(`${forTerminal(item.slug)}: ${item.warning}`)
    if (target.file === undefined) {
      printed = bytes
      item.content = typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('base64')
    } else {
      const isOnly = drawn.length === 1
      await save(
        item,
        { file: target.file(item.slug), bytes, boundary: target.boundary, isOnly },
        choice.force,
      )
    }
  }
  const index = await siteIndex(drawn, target, choice, terminal)
  if (index !== undefined) {
    const item: Item = { ...EMPTY, slug: 'index', title: 'Diagrams', format: target.format }
    items.push(item)
    const { file, bytes } = index
    await save(item, { file, bytes, boundary: target.boundary, isOnly: false }, choice.force)
  }
  if (missing.size > 0) {
    const { lettersOfReader, missingLetters } = await import(
      '../../project/draw/letters/missing-letters.ts'
    )
    const sentences = choice['embed-fonts']
      ? lettersOfReader([...missing])
      : missingLetters([...missing])
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

function describePlaces(item: Item, picture: Picture, { aspect }: RenderChoice): void {
  const { violations } = picture
  if (aspect !== undefined) item.aspect = aspectAnswer(picture, aspect)
  item.warning =
    joined(
      ' ',
      violations && violationsSentence(violations),
      aspect !== undefined && aspectSentence(picture, aspect),
    ) || null
}

/** A terminal gets no control characters; a pipe gets the document unchanged. */
const toPrint = (text: string, out: Channel): string =>
  (out.isTerminal ? forTerminalLines(text) : text).trimEnd()

const EMPTY = {
  path: null,
  width: null,
  height: null,
  aspect: null,
  warning: null,
  error: null,
  reason: null,
}

function itemOf({ checked: { script, findings }, picture }: DrawResult, format: string): Item {
  const first = findings.find(({ severity }) => severity === 'error')
  return {
    ...EMPTY,
    slug: script.slug,
    title: script.content.name,
    format,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    error: picture ? null : 'TOPO_INVALID_SCRIPT',
    reason:
      picture || !first ? null : `${first.path}:${first.line}:${first.column}: ${first.message}`,
  }
}

/** Writes the file; overwrites one with other content only with `force`. */
interface DrawnFile {
  readonly file: string
  readonly bytes: string | Uint8Array
  /** The folder that it must not leave through a link. */
  readonly boundary: string | undefined
  /** False if the failure of one does not stop the others. */
  readonly isOnly: boolean
}

async function save(
  item: Item,
  { file, bytes, boundary, isOnly }: DrawnFile,
  force: boolean,
): Promise<void> {
  item.path = projectPath(process.cwd(), file)
  try {
    if (boundary !== undefined) assertInside(boundary, file, item.path)
    await writeNewFile(file, item.path, bytes, force)
  } catch (error) {
    // The failure of one picture does not stop the others.
    if (!(error instanceof KnownError) || isOnly) throw error
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
