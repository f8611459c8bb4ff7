/** Finds the position of a setting in `topo.config.json`. A separate file, so that YAML is loaded only for errors. */

import { isMap, isScalar, isSeq, parseDocument } from 'yaml'
import { positionAt } from '../files/position.ts'

/** Returns `:line:column` of a setting. The YAML parser reads JSON and keeps positions. */
export function locate(text: string, keys: string[], part: 'key' | 'value'): string {
  let node: unknown = parseDocument(text).contents
  let offset = 0
  for (const [depth, key] of keys.entries()) {
    const last = depth === keys.length - 1
    if (isSeq(node)) {
      node = node.items[Number(key)]
    } else if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key)
      node = last && part === 'key' ? pair?.key : pair?.value
    }
    offset = (node as { range?: [number] } | undefined)?.range?.[0] ?? offset
  }
  const { line, column } = positionAt(text, offset)
  return `:${line}:${column}`
}
