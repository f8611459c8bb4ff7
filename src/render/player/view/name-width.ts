/** Measures names as the browser draws them: its font may be wider than that of the layout. */
import { stackOf } from '../../picture/measure.ts'
import type { PictureNode } from '../../picture/picture.ts'

type Sized = Pick<PictureNode, 'width' | 'replicas'>

/** Pixels between a name and the border of its box. */
const rim = 2

/** The texts of a name that are wider than their box. */
export const tooWide = (element: SVGElement, node: Sized): SVGTextElement[] =>
  textsOf(element).filter((text) => text.getComputedTextLength() > roomOf(text, node))

const textsOf = (element: SVGElement) =>
  [...element.children].flatMap((child) => {
    if (child instanceof SVGTextElement) return child.classList.contains('note') ? [] : [child]
    return child.matches('.name') ? [...child.querySelectorAll('text')] : []
  })

/** Pixels from the start of a text to the border; a text in the middle has both sides. */
function roomOf(text: SVGTextElement, { width, replicas }: Sized): number {
  const stack = stackOf({ replicas })
  const boxWidth = width - stack
  const isCentred = text.classList.contains('mid')
  return isCentred ? boxWidth - 2 * rim : boxWidth - Number(text.getAttribute('x')) - rim
}

/** Draws the letters of a text narrower. */
export function squeeze(text: SVGTextElement, node: Sized): void {
  text.setAttribute('textLength', roomOf(text, node).toFixed(1))
  text.setAttribute('lengthAdjust', 'spacingAndGlyphs')
}

export const release = (text: SVGTextElement): void => text.removeAttribute('textLength')

/** The width that the browser draws, which `squeeze` limits; 0 while the text is not shown. */
export const drawnWidth = (text: SVGTextElement, node: Sized): number =>
  Math.min(text.getComputedTextLength(), roomOf(text, node))
