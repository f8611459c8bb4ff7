/** Finds the line of a script for each node and connection of its picture. */
import { resolve, sep } from 'node:path'
import type { LocalScript } from '../project/script/load.ts'
import type { Picture } from '../render/index.ts'

/** Index in `files`, line and column, one-based. */
export type SourcePlace = readonly [file: number, line: number, column: number]

export interface SheetSources {
  /** Path for people, and absolute path with `/`. */
  readonly files: readonly { readonly path: string; readonly file: string }[]
  /** In the order of the picture. */
  readonly nodes: readonly SourcePlace[]
  readonly edges: readonly SourcePlace[]
  /** Address of a line with `{file}`, `{line}` and `{column}`; null opens no editor. */
  readonly editor: string | null
}

/** The picture must be one of this text of the script. */
export function sourcesOf(
  picture: Picture,
  script: LocalScript,
  editor: string | null,
): SheetSources {
  const files: string[] = []
  const numbers = new Map<string, number>()
  const placeOf = ({ line, column }: { line: number; column: number }): SourcePlace => {
    const at = script.locate({ line, column, endLine: line, endColumn: column })
    const number = numbers.get(at.path) ?? files.push(at.path) - 1
    numbers.set(at.path, number)
    return [number, at.line, at.column]
  }
  const nodes = picture.nodes.map(placeOf)
  const edges = picture.edges.map(placeOf)
  return {
    files: files.map((path) => {
      const file = resolve(script.root, path)
      return { path, file: file.split(sep).join('/') }
    }),
    nodes,
    edges,
    editor,
  }
}
