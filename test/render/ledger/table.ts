/** The ledger as text: one line per picture, one column per figure. */

import type { Picture } from '../../../src/render/index.ts'
import { textWidth } from '../../../src/render/picture/text-width.ts'
import { type Drawing, type Figure, type Figures, figures } from './measure.ts'

export type Ledger = ReadonlyMap<string, Figures>

const columns = Object.keys(figures) as Figure[]

/** What an SVG of the picture shows. */
export function drawingOf({ width, height, nodes, edges }: Picture): Drawing {
  return {
    width,
    height,
    nodes: nodes.map(
      ({ key, parent, isFrame, x, y, width: nodeWidth, height: nodeHeight, lines, icon }) => ({
        key,
        parent,
        isFrame,
        x,
        y,
        width: nodeWidth,
        height: nodeHeight,
        title: isFrame
          ? {
              x: x + (icon === null ? 16 : 41),
              y: y + 13,
              width: textWidth(lines[0] ?? '', 12.5),
              height: 14,
            }
          : null,
      }),
    ),
    edges: edges.map(({ from, to, points, tag, label, protocol, port }) => ({
      from,
      to,
      points,
      tag,
      hasText: [label, protocol, port].some((text) => text !== null && text.trim() !== ''),
    })),
  }
}

export function sumOf(ledger: Ledger): Figures {
  const sum = Object.fromEntries(columns.map((column) => [column, 0])) as Figures
  for (const row of ledger.values()) for (const column of columns) sum[column] += row[column]
  return sum
}

export const writeLedger = (ledger: Ledger): string =>
  writeRows(new Map([...ledger, ['sum', sumOf(ledger)]]), columns)

export function writeRows<C extends string>(
  ledger: ReadonlyMap<string, Readonly<Record<C, number>>>,
  shownColumns: readonly C[],
): string {
  const head = ['picture', ...shownColumns]
  const rows = [...ledger].map(([name, row]) => [
    name,
    ...shownColumns.map((column) => String(row[column])),
  ])
  const widths = head.map((_, at) =>
    Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)),
  )
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, at) =>
          at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0),
        )
        .join('  '),
    )
    .join('\n')
    .concat('\n')
}

export function readLedger<Row = Figures>(text: string): ReadonlyMap<string, Row> {
  const [head = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/))
  return new Map(
    rows
      .filter(([name]) => name !== 'sum')
      .map(([name = '', ...cells]) => [
        name,
        Object.fromEntries(cells.map((cell, at) => [head[at + 1], Number(cell)])) as Row,
      ]),
  )
}

/** Figures that are worse than before, in words. */
export function worseThan(before: Ledger, now: Ledger): string[] {
  return [...now].flatMap(([name, row]) =>
    columns.flatMap((column) => {
      const was = before.get(name)?.[column]
      return was !== undefined && row[column] > was
        ? [`${name}: ${column} ${was} → ${row[column]} (${figures[column]})`]
        : []
    }),
  )
}
