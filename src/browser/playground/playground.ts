/** The playground: a script on the left, its picture on the right. Nothing that one writes is ever sent. */
import { AddressBar, Player, setHash, unnamedParts } from '../../render/player/index.ts'
import { counted, joined } from '../../text/words.ts'
import { JobEnded, type ScriptWorker } from '../script-worker.ts'
import type { ConvertedText } from '../worker/convert-text.ts'
import type { DrawnText } from '../worker/draw.ts'
import { ScriptEditor } from './editor.ts'
import { type Example, examples } from './examples.ts'
import { listFindings } from './findings.ts'
import { pageElement } from './page-elements.ts'
import { isSharedPart, partOfExample, partOfText, readSharedPart } from './shared-text.ts'

export class Playground {
  readonly #worker: ScriptWorker
  readonly #editor: ScriptEditor
  readonly #player: Player
  readonly #notice = pageElement('#notice')
  readonly #first: string
  #isDrawn = false
  /** The next picture has nothing to do with the last one. */
  #isOther = true
  /** A sentence about the text, until it changes. */
  #said = ''
  #example: Example | undefined

  /** @param first the text of a page without one in its address */
  constructor(worker: ScriptWorker, first: string) {
    this.#worker = worker
    this.#first = first
    const address = new AddressBar(() => void this.#addressChanged(), isSharedPart)
    this.#player = new Player(pageElement('.player'), { whole: true, address })
    this.#editor = new ScriptEditor({
      host: pageElement('#editor'),
      worker,
      changed: (text) => this.#changed(text),
      pasted: (text) => this.#pasted(text),
    })
  }

  get text(): string {
    return this.#editor.text
  }

  /** Shows what the address names. */
  async open(): Promise<void> {
    const part = unnamedParts(location.hash).find(isSharedPart)
    const shared = part === undefined ? { text: this.#first } : readSharedPart(part)
    if (shared.example !== undefined) return this.openExample(shared.example)
    if (shared.text === undefined) this.#show(this.#first, DAMAGED)
    else this.#show(shared.text)
  }

  async openExample(name: string): Promise<void> {
    const found = (await examples()).find((example) => example.name === name)
    if (found === undefined) {
      this.#show(this.#first, `There is no example “${name.slice(0, 80)}”. This is another one.`)
      return
    }
    this.#show(found.text)
    this.#example = found
    setHash(`#${partOfExample(name)}`)
  }

  /** The address of the page with the text; undefined for a text that is too long for one. */
  link(): string | undefined {
    this.#writeAddress()
    const part = partOfText(this.text)
    return part === undefined ? undefined : new URL(`#${part}`, location.href).href
  }

  /** @param said about the text, until it changes */
  #show(text: string, said = ''): void {
    this.#isOther = true
    this.#editor.show(text)
    this.#said = said
  }

  async #addressChanged(): Promise<void> {
    const part = unnamedParts(location.hash).find(isSharedPart)
    if (part !== undefined && part !== partOfText(this.text)) await this.open()
    else this.#player.open()
  }

  #changed(text: string): void {
    this.#said = ''
    void this.#draw(text)
  }

  async #draw(text: string): Promise<void> {
    try {
      this.#showDrawn(await this.#worker.ask('draw', { text, theme: 'auto' }), text)
    } catch (error) {
      if (error instanceof JobEnded && error.reason === 'replaced') return
      this.#say(reasonOf(error as Error))
    }
  }

  #showDrawn({ findings, drawing }: DrawnText, text: string): void {
    this.#editor.mark(findings, text)
    listFindings(findings, ({ from }) => this.#editor.goTo(from))
    if (drawing) {
      if (this.#isOther) this.#player.forget()
      this.#player.show(drawing.picture, parsedSvg(drawing.svg))
      if (this.#isOther) this.#player.open()
      this.#isDrawn = true
      this.#isOther = false
    }
    this.#say(this.#said || noticeOf(drawing !== undefined, this.#isDrawn))
    const isExample = [this.#first, this.#example?.text].includes(text)
    if (text === this.text && !isExample) this.#writeAddress()
  }

  /** The address is true: reloading the page keeps the text. */
  #writeAddress(): void {
    const part = partOfText(this.text)
    const shown = unnamedParts(location.hash).find(isSharedPart)
    if (part !== undefined && part !== shown) setHash(`#${part}`)
  }

  /** Takes a pasted text of another diagram tool. */
  #pasted(text: string): boolean {
    if (!mayBeDiagram(text)) return false
    void this.#convert(text)
    return true
  }

  async #convert(text: string): Promise<void> {
    const converted = await this.#worker.ask('convert', text).catch(() => undefined)
    if (converted?.script === undefined) {
      this.#editor.insert(text)
      if (converted?.error) this.#say(`${converted.language}: ${converted.error}`)
      return
    }
    this.#show(converted.script, saidOf(converted))
  }

  #say(text: string): void {
    this.#notice.hidden = text === ''
    if (this.#notice.textContent !== text) this.#notice.textContent = text
  }
}

const reasonOf = (error: Error): string =>
  error instanceof JobEnded
    ? 'The script does not end, so it was stopped. This is the last valid picture.'
    : `topo failed, which is a bug of topo: ${error.message}`

/** First words of Mermaid, Compose and Structurizr; the worker looks at the rest. */
const mayBeDiagram = (text: string): boolean =>
  /^\s*(?:graph|flowchart|sequenceDiagram|workspace|services:|name:|version:|---|%%|#|```|!)/m.test(
    text,
  ) && !/new\s+(?:Topology|Flow)Builder/.test(text)

function noticeOf(isDrawn: boolean, wasDrawn: boolean): string {
  if (isDrawn) return ''
  return wasDrawn
    ? 'The script has errors. This is the last valid picture.'
    : 'Nothing to draw yet. Fix the errors first.'
}

function saidOf({ language, leftOut, others }: ConvertedText): string {
  const lost = leftOut.map(({ line, what }) => `line ${line}: ${what}`)
  return joined(
    ' ',
    `Converted from ${language}.`,
    lost.length > 0 && `Left out: ${lost.slice(0, MOST_LOST).join('; ')}.`,
    lost.length > MOST_LOST && `And ${lost.length - MOST_LOST} more.`,
    others > 0 && `The text has ${counted(others, 'further diagram')}.`,
    'Undo brings back what was here.',
  )
}

const DAMAGED = 'The link is damaged, perhaps cut. This is an example instead.'

/** A reader reads no longer list. */
const MOST_LOST = 6

/** Parses as XML, which runs no scripts and rejects malformed input. */
function parsedSvg(text: string): SVGSVGElement {
  const { documentElement } = new DOMParser().parseFromString(text, 'image/svg+xml')
  return document.adoptNode(documentElement) as unknown as SVGSVGElement
}
