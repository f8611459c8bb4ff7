/** The shapes of Mermaid's nodes, and the outlines of the language that look most like them. */
import type { DrawnNode } from '../drawing/drawing.ts'

type Outline = DrawnNode['shape']

/** How each starts and ends, and a character of its text that may start the end. Longer ones come first. */
const BRACKETS: readonly [open: string, close: string, outline: Outline, stop?: string][] = [
  ['\\(\\(\\(', '\\)\\)\\)', 'circle'],
  ['\\(\\(', '\\)\\)', 'circle'],
  ['\\(\\[', '\\]\\)', undefined],
  ['\\(-', '[-/)]\\)', 'circle', '/-'],
  ['\\(', '\\)', undefined],
  ['\\[\\[', '\\]\\]', undefined],
  ['\\[\\(', '\\)\\]', 'cylinder'],
  ['\\[\\|\\w+:\\w+\\|', '\\]', undefined],
  ['\\[[/\\\\]', '[/\\\\]\\]', 'parallelogram', '/\\\\'],
  ['\\[', '\\]', undefined],
  ['\\{\\{', '\\}\\}', 'hexagon'],
  ['\\{', '\\}', 'diamond'],
  ['>', '\\]', undefined],
]

/** A text in quotes; in backticks too, it is Markdown. */
export const QUOTED = /\s*"(?:`([^`"]*)`|([^"]*))"\s*/y

/** The groups of each pattern: Markdown, text in quotes, other text. */
export const NODE_SHAPES = BRACKETS.map(([open, close, outline, stop]) => {
  const other =
    stop === undefined
      ? '[^[\\](){}|"]*'
      : `(?:[^[\\](){}|"${stop}]|[${stop}](?!${close.slice(-2)}))*`
  return { pattern: new RegExp(`${open}(?:${QUOTED.source}|(${other}))${close}`, 'y'), outline }
})

/** `[text]`, which is also the title of a subgraph. */
export const SQUARE_BRACKETS = NODE_SHAPES.find(({ pattern }) =>
  pattern.source.startsWith('\\[(?:'),
)?.pattern as RegExp

/** Names of `A@{ shape: … }` by outline. Those of the other shapes are boxes. */
const NAMES: readonly [Outline, string][] = [
  [
    'cylinder',
    'cyl cylinder database db h-cyl das horizontal-cylinder lin-cyl disk lined-cylinder',
  ],
  ['diamond', 'diam diamond decision question'],
  ['hexagon', 'hex hexagon prepare'],
  [
    'parallelogram',
    'lean-r lean-right in-out lean-l lean-left out-in trap-b priority trapezoid trapezoid-bottom trap-t manual inv-trapezoid trapezoid-top',
  ],
  [
    'circle',
    'circle circ sm-circ small-circle start dbl-circ double-circle fr-circ framed-circle stop f-circ filled-circle junction cross-circ crossed-circle summary ellipse',
  ],
  ['cloud', 'cloud'],
]
const OUTLINES = new Map(
  NAMES.flatMap(([outline, names]) => names.split(' ').map((name) => [name, outline] as const)),
)

const BOXES = new Set(
  'rect proc process rectangle rounded event stadium terminal pill fr-rect subproc subprocess subroutine framed-rectangle'.split(
    ' ',
  ),
)

/** The outline of `A@{ shape: name }`; undefined for shapes that the language does not have. */
export const shapeNamed = (name: string): { shape: Outline } | undefined =>
  OUTLINES.has(name) || BOXES.has(name) ? { shape: OUTLINES.get(name) } : undefined
