/** Turns the rows around where connections lead up or to the left: the last one comes first. Titles stay above their frames. */
import type { Item } from '../../boxes/box-tree.ts'
import type { Ranked, RankedFrame } from './rank.ts'

export const turnRows = (ranked: Ranked): Ranked =>
  ranked.request.isBackwards ? { ...ranked, root: turnedFrame(ranked.root) } : ranked

function turnedFrame(frame: RankedFrame): RankedFrame {
  const inner = new Map<Item, RankedFrame>()
  for (const [item, innerFrame] of frame.inner) inner.set(item, turnedFrame(innerFrame))
  return { ...frame, inner, rows: frame.rows.toReversed() }
}
