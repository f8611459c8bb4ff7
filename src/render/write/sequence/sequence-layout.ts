/** Places of a sequence diagram: participants side by side, events below each other. */
import { addTo } from '../../../grouped.ts'
import type { Box } from '../../picture/picture.ts'
import { textWidth, wrap } from '../../picture/text-width.ts'
import type { Arrow, Event, Sequence } from './sequence.ts'

export const margin = 28

interface Head extends Box {
  /** `x` is the middle. */
  readonly lines: readonly string[]
  readonly isActor: boolean
}

type Row =
  | {
      readonly kind: 'arrow'
      readonly from: number
      readonly to: number
      readonly y: number
      readonly lines: readonly string[]
      readonly type: Arrow['kind']
    }
  | (Box & { readonly kind: 'note' | 'error'; readonly lines: readonly string[] })

export interface Block {
  readonly width: number
  readonly height: number
  readonly title: string
  readonly about: readonly string[]
  readonly heads: readonly Head[]
  readonly lives: readonly { readonly x: number; readonly top: number; readonly bottom: number }[]
  readonly rows: readonly Row[]
  /** Around events that happen at once. */
  readonly frames: readonly Box[]
}

const size = { label: 13, text: 11.5, title: 16 }
const line = 16
const widest = { head: 150, arrow: 220, note: 240 }

/** A text beside a loop, or above a line. */
const arrowLines = ({ text }: Arrow) => wrap(text, size.text, widest.arrow, 2).lines
const widthOf = (lines: readonly string[], letters: number) =>
  Math.max(0, ...lines.map((one) => textWidth(one, letters)))

export function layoutSequence({
  title,
  description,
  participants,
  events,
  leftOut,
}: Sequence): Block {
  const names = participants.map(({ label }) => wrap(label, size.label, widest.head, 2).lines)
  const widths = names.map((lines) => Math.max(84, widthOf(lines, size.label) + 26))
  const xs = columns(widths, events)
  const rest = leftOut === 0 ? [] : [`${leftOut} more steps are not shown.`]
  if (participants.length === 0) rest.push('No steps.')
  const about = [
    ...(description === null ? [] : wrap(description, size.text, 560, 3).lines),
    ...rest,
  ]
  const top = 56 + about.length * line
  const headHeight = 30 + (Math.max(1, ...names.map(({ length }) => length)) - 1) * 17
  const rows: Row[] = []
  const frames: Box[] = []
  let y = top + headHeight + 14
  const put = (arrow: Arrow) => {
    const lines = arrowLines(arrow)
    y += 22 + Math.max(0, lines.length - 1) * line
    const from = xs[arrow.from] ?? 0
    const to = xs[arrow.to] ?? 0
    rows.push({ kind: 'arrow', from, to, y, lines, type: arrow.kind })
    y += from === to ? 24 : 10
  }
  for (const event of events) {
    if (event.kind === 'arrow') put(event.arrow)
    else if (event.kind === 'parallel') {
      y += 8
      const start = y
      y += 12
      for (const arrow of event.arrows) put(arrow)
      y += 4
      const ends = event.arrows.flatMap(({ from, to }) => [xs[from] ?? 0, xs[to] ?? 0])
      const left = Math.min(...ends)
      const right = Math.max(...ends)
      const loops = event.arrows
        .filter(({ from, to }) => from === to)
        .map((one) => (xs[one.from] ?? 0) + 18 + widthOf(arrowLines(one), size.text))
      const width = Math.max(right, ...loops) - left + 44
      frames.push({ x: left - 22, y: start, width, height: y - start })
      y += 8
    } else {
      const { lines } = wrap(event.text, size.text, widest.note, 6)
      const height = Math.max(1, lines.length) * line + 10
      y += 10
      rows.push({
        kind: event.kind,
        x: xs[event.at] ?? 0,
        y,
        width: Math.max(60, widthOf(lines, size.text) + 20),
        height,
        lines,
      })
      y += height + 4
    }
  }
  const bottom = y + 14
  return inMargins({
    title,
    about,
    heads: xs.map((x, i) => ({
      x,
      y: top,
      width: widths[i] ?? 0,
      height: headHeight,
      lines: names[i] ?? [],
      isActor: participants[i]?.isActor ?? false,
    })),
    lives: xs.map((x) => ({ x, top: top + headHeight, bottom })),
    rows,
    frames,
    width: 0,
    height: bottom + margin - 8,
  })
}

function arrowsOf(event: Event): readonly Arrow[] {
  if (event.kind === 'arrow') return [event.arrow]
  return event.kind === 'parallel' ? event.arrows : []
}

/** The middle of each participant: far enough from the others for names and texts between them. */
function columns(widths: readonly number[], events: readonly Event[]): number[] {
  const needs = new Map<number, { from: number; width: number }[]>()
  for (const event of events) {
    for (const arrow of arrowsOf(event)) {
      const wide = widthOf(arrowLines(arrow), size.text)
      const isLoop = arrow.from === arrow.to
      const [from, to] = isLoop
        ? [arrow.from, arrow.from + 1]
        : [Math.min(arrow.from, arrow.to), Math.max(arrow.from, arrow.to)]
      addTo(needs, to, { from, width: wide + (isLoop ? 44 : 30) })
    }
  }
  const xs: number[] = []
  widths.forEach((width, i) => {
    const before = xs[i - 1]
    const least =
      before === undefined ? width / 2 : before + ((widths[i - 1] ?? 0) + width) / 2 + 26
    xs.push(
      Math.max(
        least,
        ...(needs.get(i) ?? []).map(({ from, width: wide }) => (xs[from] ?? 0) + wide),
      ),
    )
  })
  return xs
}

/** Moves everything to the right of the margin, and measures it. */
function inMargins(block: Block): Block {
  const boxes = [
    ...block.heads.map(({ x, width }) => [x - width / 2, x + width / 2] as const),
    ...block.frames.map(({ x, width }) => [x, x + width] as const),
    ...block.rows.map((row) => {
      if (row.kind !== 'arrow') return [row.x - row.width / 2, row.x + row.width / 2] as const
      const wide = widthOf(row.lines, size.text)
      if (row.from === row.to) return [row.from, row.from + 36 + wide] as const
      const middle = (row.from + row.to) / 2
      return [middle - wide / 2, middle + wide / 2] as const
    }),
  ]
  const left = Math.min(0, ...boxes.map(([start]) => start))
  const right = Math.max(0, ...boxes.map(([, end]) => end))
  const by = margin - left
  const texts = Math.max(textWidth(block.title, size.title), widthOf(block.about, size.text))
  return {
    ...block,
    width: Math.max(right - left, texts) + 2 * margin,
    heads: block.heads.map((head) => ({ ...head, x: head.x + by })),
    lives: block.lives.map((life) => ({ ...life, x: life.x + by })),
    frames: block.frames.map((frame) => ({ ...frame, x: frame.x + by })),
    rows: block.rows.map((row) =>
      row.kind === 'arrow'
        ? { ...row, from: row.from + by, to: row.to + by }
        : { ...row, x: row.x + by },
    ),
  }
}
