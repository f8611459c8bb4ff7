/** Writes the pictures of `topo render`. */

import { withTotals } from '../../../cli/command/list-result.ts'
import type { CommandResult } from '../../../cli/command/result.ts'
import type { Channel } from '../../../cli/io/channel.ts'
import type { Terminal } from '../../../cli/io/terminal.ts'
import { writeNewFile } from '../../../cli/io/write-new-file.ts'
import { ExitCode, KnownError } from '../../../errors.ts'
import { assertInside } from '../../../files/path-containment.ts'
import { projectPath } from '../../../files/root.ts'
import type { CheckedScript } from '../../../project/check/check.ts'
import {
  type AspectAnswer,
  aspectAnswer,
  aspectSentence,
  mermaidRefusal,
  type Picture,
  violationsSentence,
} from '../../../render/index.ts'
import type { DrawResult } from '../../../review/draw-scripts.ts'
import type { DrawnNodes } from '../../../review/refresh/known-drawing.ts'
import { onlyScenarios } from '../../../review/refresh/only-scenarios.ts'
import { forTerminal, forTerminalLines } from '../../../text/safe/for-terminal.ts'
import { countedEach, joined } from '../../../text/words.ts'
import type { RenderChoice, RenderTarget } from './choose-target.ts'
import { pictureBytes } from './picture-bytes.ts'
import type { SetOf } from './picture-sets.ts'
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

export interface RenderOptions {
  readonly target: RenderTarget
  readonly choice: RenderChoice
  readonly terminal: Terminal
  readonly setOf: SetOf
  /** The language of the environment, as in `de_DE.UTF-8`. */
  readonly locale: string | undefined
}

/**
 * Draws and writes one picture after the other.
 * @returns undefined if the bytes of a picture went to standard output
 */
export async function renderResult(
  drawn: readonly DrawResult[],
  options: RenderOptions,
): Promise<CommandResult | undefined> {
  const drawing = await drawingForTerminal(drawn, options)
  if (drawing !== undefined) return { data: {}, text: () => drawing }

  const rendering = new Rendering(options, drawn.length === 1)
  for (const result of drawn) await rendering.add(result)
  await rendering.addIndex(drawn)
  await rendering.noteMissingLetters()
  return rendering.result()
}

/** Boxes and lines; undefined if they were not asked for, or do not fit. */
async function drawingForTerminal(
  [first]: readonly DrawResult[],
  { target, choice, terminal, locale }: RenderOptions,
): Promise<string | undefined> {
  if (!target.isDrawn || !first?.picture) return undefined
  const picture = onlyScenarios(first.picture, choice.scenario)
  const { terminalDrawing } = await import('./terminal-drawing.ts')
  return terminalDrawing(picture, terminal.out, locale)
}

/** Writes pictures, and lists them. */
class Rendering {
  readonly #options: RenderOptions
  /** The failure of an only picture is the error of the command. */
  readonly #isOnly: boolean
  readonly #items: Item[] = []
  /** Letters that no font has. */
  readonly #missing = new Set<string>()
  /** The bytes that go to standard output. */
  #printed: string | Uint8Array = ''

  constructor(options: RenderOptions, isOnly: boolean) {
    this.#options = options
    this.#isOnly = isOnly
  }

  async add(result: DrawResult): Promise<void> {
    const { target, terminal } = this.#options
    const item = itemOf(result, target.format)
    this.#items.push(item)
    if (result.picture === undefined) return

    const bytes = await this.#bytesOf(result.picture, result.checked)
    this.#describe(item, result.picture, bytes)
    if (item.warning !== null) terminal.note(`${forTerminal(item.slug)}: ${item.warning}`)
    if (target.file !== undefined) {
      await this.#save(item, target.file(item.slug), bytes)
      return
    }
    this.#printed = bytes
    item.content = typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('base64')
  }

  #bytesOf(picture: Picture, { script }: CheckedScript): Promise<string | Uint8Array> {
    const { target, choice, setOf } = this.#options
    return pictureBytes(onlyScenarios(picture, choice.scenario), {
      form: target,
      choice,
      slug: target.file && script.slug,
      about: script.content,
      set: setOf(script, picture),
      onMissing: (characters) => {
        for (const character of characters) this.#missing.add(character)
      },
    })
  }

  #describe(item: Item, picture: Picture, bytes: string | Uint8Array): void {
    if (placedFormats.has(item.format)) describePlaces(item, picture, this.#options.choice)
    else if (item.format === 'mermaid')
      item.warning = mermaidRefusal(picture.edges.length, String(bytes)) ?? null
  }

  async addIndex(drawn: readonly DrawResult[]): Promise<void> {
    const { target, choice, terminal } = this.#options
    const index = await siteIndex(drawn, target, choice, terminal)
    if (index === undefined) return
    const item: Item = { ...EMPTY, slug: 'index', title: 'Diagrams', format: target.format }
    this.#items.push(item)
    await this.#save(item, index.file, index.bytes)
  }

  /** Overwrites a file with other content only with `--force`. */
  async #save(item: Item, file: string, bytes: string | Uint8Array): Promise<void> {
    const { target, choice } = this.#options
    item.path = projectPath(process.cwd(), file)
    try {
      if (target.boundary !== undefined) assertInside(target.boundary, file, item.path)
      await writeNewFile(file, item.path, bytes, choice.force)
    } catch (error) {
      // The failure of one picture does not stop the others.
      if (!(error instanceof KnownError) || this.#isOnly) throw error
      Object.assign(item, { error: error.code, reason: error.message })
    }
  }

  async noteMissingLetters(): Promise<void> {
    if (this.#missing.size === 0) return
    const { choice, terminal } = this.#options
    const { lettersOfReader, missingLetters } = await import(
      '../../../raster/letters/missing-letters.ts'
    )
    const letters = [...this.#missing]
    const sentences = choice['embed-fonts'] ? lettersOfReader(letters) : missingLetters(letters)
    for (const sentence of sentences) terminal.note(forTerminal(sentence))
  }

  /** Undefined if bytes were printed. */
  result(): CommandResult | undefined {
    const { target, terminal } = this.#options
    const items = this.#items
    const printed = this.#printed
    if (typeof printed !== 'string' && !terminal.json) {
      terminal.out.bytes(printed)
      return undefined
    }
    const document = typeof printed === 'string' ? printed : ''
    const result: CommandResult = {
      data: { items, totalCount: items.length },
      text: (out) => (target.file === undefined ? toPrint(document, out) : lines(items, out)),
      exitCode: items.some(({ error }) => error !== null) ? ExitCode.refused : ExitCode.ok,
    }
    return items.length > 1 ? withTotals(result, countedEach(items.map(wordOf))) : result
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
    error: picture ? null : 'TOPO_NOT_DRAWN',
    reason:
      picture || !first ? null : `${first.path}:${first.line}:${first.column}: ${first.message}`,
  }
}

const lines = (items: readonly Item[], out: Channel): string =>
  items.map((item) => itemLine(item, out)).join('\n')

const wordOf = ({ error }: Pick<Item, 'error'>) => (error === null ? 'drawn' : 'failed')

function itemLine({ slug, path, error, reason }: Item, out: Channel): string {
  const isDrawn = error === null
  const word = wordOf({ error })
  const script = forTerminal(slug)
  const more = forTerminal((isDrawn ? path : reason) ?? '')
  if (!out.isTerminal) return [word, script, more].join('\t')
  return `${out.style(isDrawn ? 'green' : 'red', word.padEnd(7))} ${script}  ${more}`
}

export const invalidScripts = (drawn: readonly DrawnNodes[]): CheckedScript[] =>
  drawn.filter(({ picture }) => picture === undefined).map(({ checked }) => checked)
