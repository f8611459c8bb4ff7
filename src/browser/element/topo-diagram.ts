/**
 * The element `<topo-diagram>`: draws the script inside of it, or at the address in `src`, when it
 * comes near the window.
 */
import { JobEnded } from '../script-worker.ts'
import type { DiagramProblem } from './diagram-problem.ts'
import { type DiagramSettings, diagramAttributes, diagramSettings } from './diagram-settings.ts'
import { fetchedText, inlineText } from './diagram-text.ts'
import { DiagramView } from './diagram-view.ts'
import { diagramWorker } from './diagram-worker.ts'
import type { DrawnDiagram } from './draw-diagram.ts'
import { whenNear } from './near-window.ts'

/** A server that renders a page loads this module, and has no elements. */
const ElementOfPage = (globalThis.HTMLElement ?? Object) as typeof HTMLElement

export class TopoDiagram extends ElementOfPage {
  static readonly observedAttributes = diagramAttributes
  readonly #view = new DiagramView(this.attachShadow({ mode: 'open' }))
  readonly #content = new MutationObserver(() => this.#change())
  #leave: (() => void) | undefined
  #isNear = false
  /** Several changes at once are drawn once. */
  #isChanged = false
  /** The request that is drawn, or being drawn. */
  #drawn = ''
  /** Number of the last change: a text that was fetched for an earlier one is late. */
  #turn = 0

  connectedCallback(): void {
    const content = { childList: true, characterData: true, subtree: true }
    this.#content.observe(this, content)
    this.#leave = whenNear(this, () => {
      this.#view.showScheme()
      if (this.#isNear) return
      this.#isNear = true
      this.#change()
    })
  }

  disconnectedCallback(): void {
    this.#content.disconnect()
    this.#leave?.()
  }

  attributeChangedCallback(): void {
    this.#change()
  }

  #change(): void {
    if (!this.#isNear || this.#isChanged) return
    this.#isChanged = true
    queueMicrotask(() => {
      this.#isChanged = false
      const turn = ++this.#turn
      void this.#draw(turn).catch((error: unknown) => {
        if (turn === this.#turn) this.#fail(error)
      })
    })
  }

  async #draw(turn: number): Promise<void> {
    const settings = diagramSettings(this)
    if ('message' in settings) return this.#refuse(settings)
    const text = await this.#text(settings)
    if (text === undefined || turn !== this.#turn) return
    if (typeof text !== 'string') return this.#refuse(text)
    const { format, direction, scenario } = settings
    const request = { text, format, direction, scenario }
    const name = JSON.stringify(request)
    if (name === this.#drawn) return
    this.#drawn = name
    try {
      const drawn = await diagramWorker().ask('draw', request, this)
      // While it was drawn, another one may have been wanted.
      if (name === this.#drawn) this.#show(drawn, settings)
    } catch (error) {
      if (name === this.#drawn) this.#fail(error)
    }
  }

  #show({ drawing, problems }: DrawnDiagram, { format, scenario }: DiagramSettings): void {
    if (drawing) this.#view.showDrawing(drawing, format, scenario)
    else this.#view.showProblems(problems)
  }

  /** Undefined for a page that may still be loading it. */
  async #text({ src }: DiagramSettings): Promise<string | DiagramProblem | undefined> {
    if (src !== undefined) return fetchedText(src)
    const text = inlineText(this)
    if (text !== undefined || document.readyState === 'loading') return text
    return {
      message: 'There is no script',
      fix: 'Put it into a <script type="text/plain"> in this element, or its address into the attribute src.',
    }
  }

  #refuse(problem: DiagramProblem): void {
    this.#drawn = ''
    this.#view.showProblems([problem])
  }

  #fail(error: unknown): void {
    if (error instanceof JobEnded && error.reason === 'replaced') return
    this.#refuse(failure(error))
  }
}

function failure(error: unknown): DiagramProblem {
  if (error instanceof JobEnded)
    return {
      message: 'The script does not end, so it was stopped',
      fix: 'Look for a loop without an end.',
    }
  const reason = error instanceof Error && error.message !== '' ? `: ${error.message}` : ''
  return {
    message: `The worker that draws could not do it${reason}`,
    fix: "If this page has a content security policy, it must allow worker-src blob: and script-src 'wasm-unsafe-eval'.",
  }
}
