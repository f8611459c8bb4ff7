/**
 * Draws a script once, in one way, and only if it must be drawn. An output that an earlier run found to be current needs no
 * drawing. topo keeps nothing else about it, so any other output is drawn and compared.
 */
import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import type { TextCache } from '../../files/cache/text-cache.ts'
import { type CheckedScript, checkedTexts } from '../../project/check/check.ts'
import { compileQuickly, isSmallInput } from '../../project/check/checker.ts'
import { type Examine, examine } from '../../project/check/examine.ts'
import { hasRun } from '../../project/check/finished-run.ts'
import { verdictKey } from '../../project/check/verdicts.ts'
import type { LocalScript } from '../../project/script/load.ts'
import type { EarlierPicture, Picture, StyleSetting } from '../../render/index.ts'
import type { Outline } from '../../topology/index.ts'
import { type DrawResult, drawScript } from '../draw-scripts.ts'
import { drawOptionsOf, type PictureChoice, type PictureForm } from './picture-choice.ts'
import type { DocumentRequest } from './picture-document.ts'
import { recordedChoice } from './picture-record.ts'

export interface DrawingWay {
  readonly choice: PictureChoice
  /** Undefined if only Markdown files are written. */
  readonly form?: PictureForm | undefined
  /** That of the project. */
  readonly style: StyleSetting | undefined
  /** The file that the picture is compared with. Only its hash is kept in memory. */
  readonly existing?: Buffer | undefined
  /** Reads the picture in that file; called only if the script is drawn. */
  readonly replaced?: (() => Promise<EarlierPicture | undefined>) | undefined
  /** True for a picture of a set. */
  readonly outline?: boolean | undefined
}

/** A drawn script, as the set of its picture needs it. */
export interface DrawnNodes {
  readonly checked: CheckedScript
  /** Undefined for a script with errors. */
  readonly picture: PictureNames | undefined
}

export interface PictureNames {
  readonly nodes: readonly Pick<Picture['nodes'][number], 'key' | 'id'>[]
  readonly allLayers?: Picture['allLayers']
}

interface KeptNames extends PictureNames {
  readonly outline?: Outline | undefined
}

const CURRENT = 'current'

export class KnownDrawing {
  readonly script: LocalScript
  readonly #way: Omit<DrawingWay, 'existing'>
  #key: string | undefined
  #result: Promise<DrawResult> | undefined

  private constructor(
    script: LocalScript,
    way: Omit<DrawingWay, 'existing'>,
    key: string | undefined,
  ) {
    this.script = script
    this.#way = way
    this.#key = key
  }

  static async of(script: LocalScript, { existing, ...way }: DrawingWay): Promise<KnownDrawing> {
    const key = await keyOf(script, { existing, ...way })
    return new KnownDrawing(script, way, key)
  }

  /** Hash of all that decides how it is drawn; undefined if nothing about it is kept. */
  get key(): string | undefined {
    return this.#key
  }

  /** Draws it at the first call. */
  result(): Promise<DrawResult> {
    this.#result ??= this.#draw()
    return this.#result
  }

  /** Those that an earlier run drew, else draws the script. */
  async nodes(): Promise<DrawnNodes> {
    const { script } = this
    const text = this.#key && script.verdicts?.find(this.#key)
    if (text) {
      const { outline, ...picture } = JSON.parse(text) as KeptNames
      return { checked: { script, findings: [], outline }, picture }
    }
    const drawn = await this.result()
    if (this.#key !== undefined && drawn.picture !== undefined)
      script.verdicts?.keep(this.#key, namesIn(drawn.picture, drawn.checked.outline))
    return drawn
  }

  /** @param facts all that decides about an output of it beside the drawing, as values for JSON */
  output(facts: unknown): KnownOutput {
    return new KnownOutput([this], this.script.verdicts, facts)
  }

  async #draw(): Promise<DrawResult> {
    const { choice, form, style, outline, replaced } = this.#way
    const options = drawOptionsOf(choice, { style, form, replaced: await replaced?.() })
    const ask: Examine = async (code, wanted) => {
      const examined = await examine(code, wanted)
      // The machine may have stopped the script, and packages of the project may change.
      if (!hasRun(examined) || examined.readsPackages === true) this.#key = undefined
      return examined
    }
    return drawScript(this.script, { ...options, outline }, ask)
  }
}

/** Scripts that are drawn in sequence, in a process that exits afterwards. */
export async function nodesOfDrawings(
  drawings: readonly KnownDrawing[],
  onEach: () => void,
): Promise<DrawnNodes[]> {
  if (isSmallInput(drawings.map(({ script }) => script))) compileQuickly()
  const drawn: DrawnNodes[] = []
  for (const drawing of drawings) {
    drawn.push(await drawing.nodes())
    onEach()
  }
  return drawn
}

/** An output of one or more drawings, such as a file. */
export class KnownOutput {
  readonly #drawings: readonly KnownDrawing[]
  readonly #verdicts: TextCache | undefined
  readonly #facts: string

  /** @param facts all that decides about it beside the drawings, as values for JSON */
  constructor(drawings: readonly KnownDrawing[], verdicts: TextCache | undefined, facts: unknown) {
    this.#drawings = drawings
    this.#verdicts = verdicts
    this.#facts = JSON.stringify(facts)
  }

  /** True if an earlier run compared the same output with the same file, and it was current. */
  isCurrent(): boolean {
    const key = this.#key()
    return key !== undefined && this.#verdicts?.find(key) === CURRENT
  }

  /** Call it after the drawings were drawn. */
  keepCurrent(): void {
    const key = this.#key()
    if (key !== undefined) this.#verdicts?.keep(key, CURRENT)
  }

  #key(): string | undefined {
    const keys = this.#drawings.flatMap(({ key }) => key ?? [])
    if (keys.length < this.#drawings.length) return undefined
    return hashOfAll('output', JSON.stringify(keys), this.#facts)
  }
}

/** Everything that decides about a written picture beside the drawing. */
export const outputOf = ({ form, choice, about, set }: DocumentRequest) => ({
  format: form.format,
  sequences: form.sequences,
  // A file records the flags that drew it.
  choice: recordedChoice(choice),
  about,
  index: set.index,
  elsewhere: [...set.elsewhere],
})

const hashOfAll = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\n')
  return hash.digest('hex')
}

/**
 * Undefined for a script that is not drawn, and for the text of an open file, which changes with
 * each key.
 */
async function keyOf(script: LocalScript, way: DrawingWay): Promise<string | undefined> {
  const { content, problems, rules, file, metadata, verdicts, open } = script
  const isDrawable = problems.length === 0 && content.type === 'topology'
  if (verdicts === undefined || open !== undefined || !isDrawable) return undefined
  const { choice, form, style = script.style, existing, outline } = way
  const surroundings = { style, form, replaced: undefined }
  const options = { ...drawOptionsOf(choice, surroundings), outline }
  const verdict = verdictKey(content.code, { rules, folder: dirname(file) })
  // Comments that suppress findings are in these texts, and not always in the text that runs.
  const texts = await checkedTexts(script)
  const facts = JSON.stringify([content.name, metadata.direction, options, form, texts])
  return hashOfAll('drawing', verdict, facts, existing ?? 'no file')
}

function namesIn({ nodes, allLayers }: Picture, outline: Outline | undefined): string {
  const names = nodes.map(({ key, id }) => ({ key, id }))
  return JSON.stringify({ nodes: names, allLayers, outline } satisfies KeptNames)
}
