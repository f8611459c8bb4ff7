/** Sets how large the title of each group may get, when the picture is too small for the texts inside of it. */
import type { Picture } from '../../picture/picture.ts'
import type { DrawnElements } from './drawn-elements.ts'

/** Average width of a letter, in parts of the size of its font. */
const letter = 0.62
/** Pixels beside a title. */
const beside = 36
const least = 12.5

export function growTitles({ nodes }: Picture, elements: DrawnElements): void {
  for (const { key, isFrame, lines, width } of nodes) {
    if (!isFrame) continue
    const size = Math.max(least, (width - beside) / (letter * Math.max(1, lines[0]?.length ?? 0)))
    for (const one of elements.nodes.get(key) ?? []) one.style.setProperty('--title', `${size.toFixed(1)}px`)
  }
}
