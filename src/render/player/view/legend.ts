/** The legend on the stage: what the colours of lines mean, at any scale. */
import { drawn, element } from './element.ts'

export class StageLegend {
  readonly box = element('div', { class: 'key-of-lines', 'aria-hidden': 'true', hidden: true })

  /** Copies the entries of the legend below the drawn picture, which only paper shows. */
  show(svg: SVGSVGElement): void {
    const entries = [...svg.querySelectorAll('.legend>g')].filter((one) =>
      one.querySelector('.line,.state'),
    )
    this.box.hidden = entries.length === 0
    this.box.replaceChildren(
      ...entries.map((one) => {
        const parts = [...one.querySelectorAll(':scope>g')].map((part) => part.cloneNode(true))
        const sample = drawn('svg', { viewBox: '-3 -8 31 16', width: 31, height: 16 }, ...parts)
        return element('span', {}, sample, one.querySelector('text')?.textContent ?? '')
      }),
    )
  }
}
