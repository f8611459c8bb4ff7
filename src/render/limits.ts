/** How large a picture may get, so no script takes minutes to be drawn; `topology/sandbox/limits.ts` has the others. */
import { ExitCode, KnownError } from '../errors.ts'
import type { Tree } from './items.ts'

const MOST_BOXES = 20_000
const MOST_CONNECTIONS = 50_000
/** Frames in frames. */
const DEEPEST = 50

/** Above so many, connections take the simplest way, beside or across whatever is there, and have no labels. */
export const MOST_ROUTED = 3_000

/** @throws KnownError `TOPO_PICTURE_TOO_LARGE` */
export function assertDrawable({ items, connections }: Tree): void {
  const depth = new Map<unknown, number>([[undefined, 0]])
  let deepest = 0
  for (const item of items) {
    const own = (depth.get(item.parent) ?? 0) + 1
    depth.set(item, own)
    deepest = Math.max(deepest, own)
  }
  const over = [
    [items.length, MOST_BOXES, 'boxes'],
    [connections.length, MOST_CONNECTIONS, 'connections'],
    [deepest, DEEPEST, 'boxes inside one another'],
  ] as const
  for (const [count, most, what] of over) {
    if (count <= most) continue
    throw new KnownError(
      `The diagram has ${count.toLocaleString('en')} ${what}; topo draws ${most.toLocaleString('en')} at most.`,
      {
        code: 'TOPO_PICTURE_TOO_LARGE',
        exitCode: ExitCode.refused,
        hint: 'Split the diagram up, or draw some of its layers only (--layer).',
      },
    )
  }
}
