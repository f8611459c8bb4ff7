/** The size of a frame from the script. */
import type { Item } from './box-tree.ts'

/** The size from the script, a minimum; 0 if autoResize() or automatic layout computes it. */
export function givenSize({ node: { size, autoResized }, autoLayout }: Item): {
  width: number
  height: number
} {
  const number = (value: unknown) =>
    typeof value === 'number' && !autoResized && !autoLayout
      ? Math.min(Math.max(0, value), 4000)
      : 0
  return { width: number(size.width), height: number(size.height) }
}
