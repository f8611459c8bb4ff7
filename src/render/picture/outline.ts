/** The outline of each shape as an SVG path, with its box at 0, 0. */
import type { Point, Shape } from './picture.ts'

export function outline(shape: Shape, w: number, h: number): string {
  switch (shape) {
    case 'cylinder': {
      const c = 9
      return `M0 ${c}C0 ${-c / 3} ${w} ${-c / 3} ${w} ${c}V${h - c}C${w} ${h + c / 3} 0 ${h + c / 3} 0 ${h - c}Z`
    }
    case 'diamond':
      return polygon(6, [w / 2, 0], [w, h / 2], [w / 2, h], [0, h / 2])
    case 'hexagon':
      return polygon(6, [18, 0], [w - 18, 0], [w, h / 2], [w - 18, h], [18, h], [0, h / 2])
    case 'parallelogram':
      return polygon(7, [18, 0], [w, 0], [w - 18, h], [0, h])
    case 'circle':
      return `M0 ${h / 2}a${w / 2} ${h / 2} 0 1 0 ${w} 0a${w / 2} ${h / 2} 0 1 0 ${-w} 0Z`
    case 'cloud':
      return cloud(w, h)
    case 'person':
      return person(w, h)
    case 'machine':
      return polygon(5, [0, 0], [w, 0], [w, h], [0, h])
    default:
      return polygon(9, [0, 0], [w, 0], [w, h], [0, h])
  }
}

/** The line inside the outline: the rim of a cylinder, and the front of a machine with its lamps. */
export function rim(shape: Shape, w: number, h: number): string | null {
  if (shape === 'cylinder') return `M0 9C0 21 ${w} 21 ${w} 9`
  return shape === 'machine' ? front(w, h - figure.base, h - figure.base / 2) : null
}

/** A line across, and lamps at the right. */
const front = (w: number, line: number, lamps: number): string =>
  `M0 ${line}H${w}M${w - 11} ${lamps}h-4M${w - 19} ${lamps}h-4`

/** The same below the title of a host that contains nodes. */
export const frontOfFrame = (w: number, head: number): string => front(w, head - 7, head / 2 - 3)

/** How far the text of a shape is below or above the middle of its box. */
export const textShift: Partial<Record<Shape, number>> = {
  cylinder: 7,
  cloud: 5,
  person: 10,
  machine: -6,
}

/** Pixels of the head of a person above its shoulders, and of the base of a machine. */
export const figure = { head: 11, shoulders: 20, base: 12 } as const

/** Where the outline is nearest to the lower right corner of its box. */
export function lowerRight(shape: Shape, w: number, h: number): Point {
  const [x, y] = shares[shape] ?? [1, 1]
  const slant = shape === 'hexagon' || shape === 'parallelogram' ? 18 : 0
  return { x: w * x - slant, y: h * y }
}

const shares: Partial<Record<Shape, readonly [x: number, y: number]>> = {
  diamond: [0.8, 0.7],
  circle: [0.85, 0.85],
  cloud: [0.84, 0.97],
}

function person(w: number, h: number): string {
  const { head, shoulders: y } = figure
  // The head ends where its circle meets the shoulders.
  const half = Math.sqrt(head ** 2 - (y - head - 1) ** 2)
  const left = short(w / 2 - half)
  const right = short(w / 2 + half)
  const r = 16
  return (
    `M${left} ${y}A${head} ${head} 0 1 1 ${right} ${y}H${w - r}Q${w} ${y} ${w} ${y + r}` +
    `V${h - 9}Q${w} ${h} ${w - 9} ${h}H9Q0 ${h} 0 ${h - 9}V${y + r}Q0 ${y} ${r} ${y}Z`
  )
}

/** With rounded corners. */
function polygon(radius: number, ...places: readonly (readonly [x: number, y: number])[]): string {
  const corners = places.map(([x, y]) => ({ x, y }))
  const parts = corners.map((corner, i) => {
    const before = corners.at(i - 1) as Point
    const after = corners[(i + 1) % corners.length] as Point
    return roundCorner(before, corner, after, radius)
  })
  return `M${parts.join('L')}Z`
}

/** The path around a corner, from where the line leaves its direction. */
export function roundCorner(before: Point, corner: Point, after: Point, radius: number): string {
  const start = towards(corner, before, radius)
  const end = towards(corner, after, radius)
  return `${pair(start)}Q${pair(corner)} ${pair(end)}`
}

/** A point between a corner and its neighbour, at most halfway. */
function towards({ x, y }: Point, other: Point, by: number): Point {
  const length = Math.hypot(other.x - x, other.y - y) || 1
  const share = Math.min(by, length / 2) / length
  return {
    x: x + (other.x - x) * share,
    y: y + (other.y - y) * share,
  }
}

export const pair = ({ x, y }: Point): string => `${short(x)} ${short(y)}`

/** Rounds to two decimals: precise enough for any screen, and equal on every machine. */
export const short = (value: number): string => String(Math.round(value * 100) / 100)

/** A cloud at any size: three bulges on top, one at each side, a flat bottom. */
function cloud(w: number, h: number): string {
  const at = (x: number, y: number) => `${short(x * w)} ${short(y * h)}`
  return (
    `M${at(0.16, 0.97)}C${at(-0.03, 0.97)} ${at(-0.05, 0.5)} ${at(0.1, 0.44)}` +
    `C${at(0.06, 0.12)} ${at(0.26, 0.02)} ${at(0.36, 0.15)}C${at(0.45, -0.06)} ${at(0.68, -0.04)} ${at(0.72, 0.17)}` +
    `C${at(0.86, 0.06)} ${at(0.97, 0.24)} ${at(0.92, 0.44)}C${at(1.05, 0.52)} ${at(1.02, 0.97)} ${at(0.84, 0.97)}Z`
  )
}
