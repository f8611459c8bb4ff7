/** The playground: a script on the left, its picture on the right. Nothing that one writes is ever sent. */
import { AddressBar, Player, parsedSvg, setHash } from '../../render/player/index.ts'
import { counted, joined } from '../../text/words.ts'
import { JobEnded, type ScriptWorker } from '../script-worker.ts'
import type { ConvertedText } from '../worker/convert-text.ts'
import type { DrawnText } from '../worker/draw.ts'
import { ScriptEditor } from './editor.ts'
import type { Example } from './examples.ts'
import { listFindings } from './findings.ts'
import { type FirstText, firstTextOf, textOfExample } from './first-text.ts'
import { pageElement } from './page-elements.ts'
import { isSharedPart, partOfExample, partOfText, sharedPartOf } from './shared-text.ts'

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

  open({ text, said, example }: FirstText): void {
    this.#example = example
    this.#isOther = true
    this.#editor.show(text)
    this.#said = said
  }

  async openExample(name: string): Promise<void> {
    const firstText = await textOfExample(name, this.#first)
    this.open(firstText)
    if (firstText.example) setHash(`#${partOfExample(name)}`)
  }

  /** The address of the page with the text; undefined for a text that is too long for one. */
  link(): string | undefined {
    this.#writeAddress()
    const part = partOfText(this.text)
    return part === undefined ? undefined : new URL(`#${part}`, location.href).href
  }

  async #addressChanged(): Promise<void> {
    const part = sharedPartOf(location.hash)
    const isShown = part === undefined || part === partOfText(this.text)
    if (isShown) this.#player.open()
    else this.open(await firstTextOf(location.hash, this.#first))
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
    if (part !== undefined && part !== sharedPartOf(location.hash)) setHash(`#${part}`)
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
    this.open({ text: converted.script, said: saidOf(converted) })
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

/** A reader reads no longer list. */
const MOST_LOST = 6
