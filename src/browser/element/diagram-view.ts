/**
 * The content of an element, in its shadow root: a drawing, or problems below what the page had put
 * there.
 */
import { element, OwnAddress, Player, parsedSvg } from '../../render/player/index.ts'
import { counted } from '../../text/words.ts'
import type { DiagramProblem } from './diagram-problem.ts'
import type { DiagramFormat } from './diagram-settings.ts'
import { diagramStyle } from './diagram-style.ts'
import type { DiagramDrawing } from './draw-diagram.ts'

/** Problems that a reader still reads. */
const MOST_SHOWN = 20

export class DiagramView {
  readonly #root: ShadowRoot
  /** The content of the element in its page. */
  readonly #slot = element('slot')
  readonly #place = element('div', { class: 'place' })
  readonly #problems = element('div', { class: 'problems', role: 'status' })
  /** Its colour tells if the page is light or dark here. */
  readonly #probe = element('span', { class: 'probe', 'aria-hidden': 'true' })
  readonly #ownSheet = sheetOf(diagramStyle)
  #drawingSheet = new CSSStyleSheet()

  constructor(root: ShadowRoot) {
    this.#root = root
    this.#probe.addEventListener('transitionend', () => this.showScheme())
    root.append(this.#probe, this.#slot, this.#place, this.#problems)
    root.adoptedStyleSheets = [this.#ownSheet]
  }

  showDrawing(drawing: DiagramDrawing, format: DiagramFormat, scenario: string | undefined): void {
    const svg = parsedSvg(drawing.svg)
    this.#adoptStyle(drawing.style)
    this.#slot.hidden = true
    this.#problems.replaceChildren()
    if (format === 'svg') this.#place.replaceChildren(svg)
    else this.#explore(drawing, svg, scenario)
  }

  showProblems(problems: readonly DiagramProblem[]): void {
    this.#slot.hidden = false
    this.#place.replaceChildren()
    this.#problems.replaceChildren(
      element('p', {}, `This diagram has ${counted(problems.length, 'error')}.`),
      element('ul', {}, ...problems.slice(0, MOST_SHOWN).map(problemItem)),
    )
  }

  /** Draws in the colours of the page around the element, unless its theme says others. */
  showScheme(): void {
    const isDark = getComputedStyle(this.#probe).color === DARK
    for (const rule of this.#drawingSheet.cssRules) {
      if (rule instanceof CSSMediaRule) rule.media.mediaText = isDark ? 'screen' : 'not all'
    }
  }

  #explore({ picture }: DiagramDrawing, svg: SVGSVGElement, scenario: string | undefined): void {
    const host = element('div', { class: 'player', role: 'group', 'aria-label': picture.title })
    this.#place.replaceChildren(host)
    const address = new OwnAddress(scenario)
    const player = new Player(host, { whole: false, isGuest: true, address })
    player.show(picture, svg)
    player.open()
  }

  /** Every policy allows this. */
  #adoptStyle(style: string): void {
    this.#drawingSheet = sheetOf(style)
    this.#root.adoptedStyleSheets = [this.#ownSheet, this.#drawingSheet]
    this.showScheme()
  }
}

/** The colour of the probe in a dark page. */
const DARK = 'rgb(255, 255, 255)'

function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}

function problemItem({ line, message, fix }: DiagramProblem): HTMLElement {
  const place = line === undefined ? [] : [element('b', {}, `Line ${line}: `)]
  return element('li', {}, ...place, `${message.replace(/\.$/, '')}. ${fix}`)
}
