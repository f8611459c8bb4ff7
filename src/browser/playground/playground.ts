/**
 * The playground: a script on the left, its picture on the right. Nothing that one writes is ever
 * sent.
 */
import { AddressBar, Player, parsedSvg } from '../../render/player/index.ts'
import { counted, joined } from '../../text/words.ts'
import { JobEnded, type ScriptWorker } from '../script-worker.ts'
import type { ConvertedText } from '../worker/convert-text.ts'
import type { DrawnText } from '../worker/draw.ts'
import { ScriptEditor } from './editor.ts'
import type { Example } from './examples.ts'
import { listFindings } from './findings.ts'
import { type FirstText, firstTextOf, textOfExample } from './first-text.ts'
import { pageElement } from './page-elements.ts'
import { NotLoaded } from './page-file.ts'
import { isSharedPart, partOfExample, partOfText, sharedPartOf } from './shared-text.ts'

export class Playground {
  readonly #worker: ScriptWorker
  readonly #editor: ScriptEditor
  readonly #player: Player
  readonly #address: AddressBar
  readonly #notice = pageElement('#notice')
  readonly #first: string
  #isDrawn = false
  /** The next picture has nothing to do with the last one. */
  #isOther = true
  /** A sentence about the text, until it changes. */
  #said = ''
  #example: Example | undefined
  /** Number of the last text that was wanted. */
  #turn = 0

  /** @param first the text of a page without one in its address */
  constructor(worker: ScriptWorker, first: string) {
    this.#worker = worker
    this.#first = first
    this.#address = new AddressBar(() => void this.#addressChanged(), isSharedPart)
    this.#player = new Player(pageElement('.player'), { whole: true, address: this.#address })
    this.#editor = new ScriptEditor({
      host: pageElement('#editor'),
      worker,
      changed: (text) => this.#changed(text),
      pasted: (text) => void this.#pasted(text),
    })
  }

  get text(): string {
    return this.#editor.text
  }

  open({ text, said, example }: FirstText): void {
    this.#example = example
    this.#isOther = true
    this.#editor.show(text)
    this.#said = said
  }

  async openExample(name: string): Promise<void> {
    await this.#openSoon(textOfExample(name, this.#first))
  }

  /** Opens a text that is loaded, unless the reader has opened or written another one meanwhile. */
  async #openSoon(loading: Promise<FirstText>): Promise<void> {
    const before = this.text
    const turn = ++this.#turn
    const firstText = await loading
    if (turn !== this.#turn || before !== this.text) return
    this.open(firstText)
    this.#writeAddress()
  }

  /** The address of the page with the text; undefined for a text that is too long for one. */
  link(): string | undefined {
    const part = partOfText(this.text)
    return part === undefined ? undefined : new URL(`#${part}`, location.href).href
  }

  async #addressChanged(): Promise<void> {
    const part = sharedPartOf(location.hash)
    if (part === this.#part) return this.#player.open()
    if (!this.#address.isOwnEntry) return this.#openSoon(firstTextOf(location.hash, this.#first))
    // A step through the history leads to another view, not to an older text.
    this.#writeAddress()
    this.#player.open()
  }

  #changed(text: string): void {
    this.#said = ''
    void this.#draw(text)
  }

  async #draw(text: string): Promise<void> {
    const isOther = this.#isOther
    try {
      this.#showDrawn(await this.#worker.ask('draw', { text, theme: 'auto', isOther }), text)
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
    if (text === this.text) this.#writeAddress()
  }

  /**
   * The part of the address that names the text; undefined for the first text, and for one that is
   * too long.
   */
  get #part(): string | undefined {
    const { text } = this
    if (text === this.#first) return undefined
    return text === this.#example?.text ? partOfExample(this.#example.name) : partOfText(text)
  }

  /** The address is true: reloading the page keeps the text. */
  #writeAddress(): void {
    const part = this.#part
    this.#address.writeOwn(part === undefined ? [] : [part])
    const isLost = part === undefined && this.text !== this.#first
    if (isLost && this.#notice.hidden) this.#say(TOO_LONG)
  }

  /** After a text was pasted: converts one of another diagram tool. */
  async #pasted(text: string): Promise<void> {
    if (!mayBeDiagram(text)) return
    // The editor inserts it first.
    await Promise.resolve()
    const before = this.text
    const converted = await this.#worker.ask('convert', text).catch(() => undefined)
    if (converted === undefined || this.text !== before) return
    if (converted.script !== undefined)
      return this.open({ text: converted.script, said: saidOf(converted) })
    this.#said = `${converted.language}: ${converted.error}`
    this.#say(this.#said)
  }

  #say(text: string): void {
    this.#notice.hidden = text === ''
    if (this.#notice.textContent !== text) this.#notice.textContent = text
  }
}

function reasonOf(error: Error): string {
  if (error instanceof NotLoaded) return error.message
  return error instanceof JobEnded
    ? 'The script does not end, so it was stopped. This is the last valid picture.'
    : `topo failed, which is a bug of topo: ${error.message}`
}

/**
 * First words of Mermaid, Compose, Structurizr and Markdown, but not of a script. The worker looks
 * at the rest.
 */
const mayBeDiagram = (text: string): boolean =>
  /^(?:\s|%%.*\n)*(?:graph|flowchart|sequenceDiagram|workspace|services:|name:|version:|x-|---|#|```|!)/.test(
    text,
  )

const TOO_LONG = 'The script is too long for an address, so reloading the page loses it.'

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
    'Undo brings back what was pasted.',
  )
}

/** A reader reads no longer list. */
const MOST_LOST = 6
