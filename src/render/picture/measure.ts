/** Computes the size of a node from its text. */
import type { Size } from './direction.ts'
import type { Shape } from './picture.ts'
import { textWidth, wrap, wrapAll } from './text-width.ts'

/** Sizes in pixels, shared with the SVG. */
export const sizes = {
  label: 13,
  labelLine: 17,
  note: 10.5,
  noteLine: 15,
  title: 12.5,
  tag: 10.5,
  tagLine: 14,
  icon: 20,
  iconGap: 10,
  /** Offset of each card behind the first one of a stack. */
  stack: 5,
  frameHead: 38,
  framePad: 22,
} as const

const widestLabel = 168
const widestAbout = 190
const widestTitle = 320
const widestTag = 180
/** Lines of a label: more if its author broke it. */
const mostLines = { wrapped: 3, broken: 6 }
const mostTagLines = { wrapped: 2, broken: 3 }

export interface Measured {
  readonly width: number
  readonly height: number
  readonly lines: readonly string[]
}

export interface MeasuredText {
  readonly label: string
  /** The label at the breaks of its author, if it has some. */
  readonly labelLines?: readonly string[] | undefined
  readonly note: string | null
  readonly about?: readonly string[] | undefined
  readonly icon: string | null
  readonly shape: Shape
  readonly replicas: number | null
}

/** The lines of a description below the label. */
export const aboutOf = (description: string | null): readonly string[] =>
  description === null ? [] : wrap(description, sizes.note, widestAbout, 3).lines

/** The lines below the label. */
export const notesOf = ({
  note,
  about = [],
}: Pick<MeasuredText, 'note' | 'about'>): readonly string[] =>
  note === null ? about : [note, ...about]

/** The block of label and notes. */
export function textSize(lines: readonly string[], notes: readonly string[]): Size {
  const widths = [
    ...lines.map((line) => textWidth(line, sizes.label)),
    ...notes.map((line) => textWidth(line, sizes.note)),
  ]
  return {
    width: Math.max(...widths),
    height: lines.length * sizes.labelLine + notes.length * sizes.noteLine,
  }
}

/** Pixels that the cards behind the first one take, in each direction. */
export const stackOf = ({ replicas }: Pick<MeasuredText, 'replicas'>): number =>
  (replicas ?? 1) > 1 ? 2 * sizes.stack : 0

export function measureNode(text: MeasuredText): Measured {
  const lines = shownLines(text)
  const { icon, shape } = text
  const written = textSize(lines, notesOf(text))
  const inner = {
    width: written.width + (icon === null ? 0 : sizes.icon + sizes.iconGap),
    height: Math.max(written.height, icon === null ? 0 : sizes.icon),
  }
  const { width, height } = outlineSize(shape, inner)
  const stack = stackOf(text)
  // Even numbers keep centres on whole pixels.
  return { lines, width: even(width) + stack, height: even(height) + stack }
}

/** The label as drawn. */
function shownLines({ label, labelLines = [label] }: MeasuredText): readonly string[] {
  const most = labelLines.length > 1 ? mostLines.broken : mostLines.wrapped
  return wrapAll(labelLines, { size: sizes.label, width: widestLabel, most })
}

/** The smallest outline of the shape around the text. */
function outlineSize(shape: Shape, { width, height }: Size): Size {
  if (shape === 'circle') {
    const side = Math.max(92, Math.hypot(width, height) + 24)
    return { width: side, height: side }
  }
  const { least, more, times = [1, 1] } = outlines[shape]
  return {
    width: Math.max(least[0], width * times[0] + more[0]),
    height: Math.max(least[1], height * times[1] + more[1]),
  }
}

type Pair = readonly [width: number, height: number]

/** The least size of a shape, and how much larger it is than its text. */
const outlines: Record<Exclude<Shape, 'circle'>, { least: Pair; more: Pair; times?: Pair }> = {
  default: { least: [112, 46], more: [30, 24] },
  cylinder: { least: [112, 64], more: [32, 42] },
  diamond: { least: [124, 88], more: [48, 40], times: [1.35, 2] },
  cloud: { least: [136, 76], more: [60, 48] },
  hexagon: { least: [128, 48], more: [60, 26] },
  parallelogram: { least: [128, 48], more: [60, 26] },
  person: { least: [112, 68], more: [34, 46] },
  machine: { least: [112, 58], more: [30, 36] },
}

const even = (length: number): number => Math.ceil(length / 2) * 2

/** The title of a frame is one line, and sets the minimum width. */
export function measureTitle(label: string): Measured {
  const { lines } = wrap(label, sizes.title, widestTitle, 1)
  const width = textWidth(lines[0] ?? '', sizes.title) + sizes.icon + 56
  return { lines, width: even(Math.max(132, width)), height: sizes.frameHead }
}

/** The text of an edge with its pill. @param label at the breaks of its author, `\n` */
export function measureTag(label: string): Measured {
  const texts = label.split('\n')
  const most = texts.length > 1 ? mostTagLines.broken : mostTagLines.wrapped
  const lines = wrapAll(texts, { size: sizes.tag, width: widestTag, most })
  const widest = Math.max(...lines.map((line) => textWidth(line, sizes.tag)))
  const height = 18 + (lines.length - 1) * sizes.tagLine
  return { lines, width: even(widest + 12), height }
}
