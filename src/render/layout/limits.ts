/** Limits of a picture, so that drawing never takes minutes; `topology/sandbox/limits.ts` has those of scripts. */
import { refusedError } from '../../errors.ts'
import type { Tree } from './boxes/box-tree.ts'

const MOST_BOXES = 20_000
const MOST_CONNECTIONS = 50_000
/** Nested frames. */
const DEEPEST = 50

/** @throws KnownError `TOPO_PICTURE_TOO_LARGE` */
export function assertDrawable(tree: Tree): void {
  const excess = excessOf(tree)
  if (excess === undefined) return
  throw refusedError(excess, {
    code: 'TOPO_PICTURE_TOO_LARGE',
    hint: 'Split the diagram into several scripts, or draw only some of its layers.',
  })
}

export const isDrawable = (tree: Tree): boolean => excessOf(tree) === undefined

function excessOf({ items, connections }: Tree): string | undefined {
  const depth = new Map<unknown, number>([[undefined, 0]])
  let deepest = 0
  for (const item of items) {
    const itemDepth = (depth.get(item.parent) ?? 0) + 1
    depth.set(item, itemDepth)
    deepest = Math.max(deepest, itemDepth)
  }
  const over = [
    [items.length, MOST_BOXES, 'boxes'],
    [connections.length, MOST_CONNECTIONS, 'connections'],
    [deepest, DEEPEST, 'levels of nested boxes'],
  ] as const
  for (const [count, most, what] of over) {
    if (count <= most) continue
    return `The diagram has ${count.toLocaleString('en')} ${what}; the maximum is ${most.toLocaleString('en')}.`
  }
  return undefined
}
