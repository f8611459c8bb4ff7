/** Lists cells of a row below each other, where a terminal has no room for their columns. */
import { columnsOf } from '../../text/safe/for-report.ts'
import { wrapText } from '../../text/wrap.ts'
import type { Channel } from './channel.ts'

const gap = '  '

/** A line or more for each cell that is not empty, behind the title of its column. */
export function listedCells(
  out: Channel,
  titles: readonly string[],
  cells: readonly string[],
): string[] {
  const width = widest(titles, columnsOf)
  return cells.flatMap((cell, column) => {
    const name = (titles[column] ?? '').toLowerCase()
    const title = gap + name + ' '.repeat(width - columnsOf(name)) + gap
    if (cell === '') return []
    const fits = columnsOf(title) + longestWord(cell) <= (out.width ?? Number.POSITIVE_INFINITY)
    if (fits) return [wrapText(cell, out.width, title, 1)]
    return [title.trimEnd(), wrapText(cell, out.width, gap + gap, 1)]
  })
}

/** A function takes fewer arguments than a list may have rows. */
export const widest = (texts: readonly string[], widthOf: (text: string) => number): number =>
  texts.reduce((most, text) => Math.max(most, widthOf(text)), 0)

export const longestWord = (text: string): number => widest(text.split(' '), columnsOf)
