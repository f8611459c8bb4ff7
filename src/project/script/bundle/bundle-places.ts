/** Finds places of the bundler, in its errors and in its output, in the files on disk. */

import path from 'node:path'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import type { Message } from 'esbuild'
import { isBelow } from '../../../files/path-containment.ts'
import type { FileProblem, Place, Span } from '../../../files/position.ts'
import { projectPath } from '../../../files/root.ts'
import { valueFor } from '../../../grouped.ts'
import { LineIndex, START } from '../../../topology/model/position.ts'
import type { Module } from './bundle-module.ts'

interface Point {
  line: number
  column: number
}

/** Finds places of esbuild in the files on disk. */
export class Sources {
  readonly #root: string
  readonly #file: string
  readonly #modules: ReadonlyMap<string, Module>
  readonly #lines = new Map<string, (point: Point) => Point>()

  constructor(root: string, file: string, modules: ReadonlyMap<string, Module>) {
    this.#root = root
    this.#file = file
    this.#modules = modules
  }

  /** The script itself, relative to the root. */
  get path(): string {
    return projectPath(this.#root, this.#file)
  }

  /** @param source relative to the root. Undefined outside of it, and for what topo has added to the file. */
  placeOf(source: string, point: Point): ({ path: string } & Point) | undefined {
    const file = path.resolve(this.#root, source)
    if (!isBelow(this.#root, file)) return undefined
    const module = this.#modules.get(file)
    const lines = valueFor(this.#lines, file, () => linesOf(module?.code ?? ''))
    const at = onDisk(module, lines(point))
    return at && { path: projectPath(this.#root, file), ...at }
  }
}

function onDisk(module: Module | undefined, point: Point): Point | undefined {
  if (module?.map === undefined) return point
  const { line, column } = point
  const original = originalPositionFor(module.map, { line, column: column - 1 })
  return original.line === null ? undefined : { line: original.line, column: original.column + 1 }
}

/** esbuild also ends lines at a lone CR, U+2028 and U+2029; topo, like most editors, does not. */
function linesOf(text: string): (point: Point) => Point {
  if (!/\r(?!\n)|[\u2028\u2029]/.test(text)) return (point) => point
  const ends = [...text.matchAll(/\r\n?|[\n\u2028\u2029]/g)]
  const starts = [0, ...ends.map(({ index, 0: end }) => index + end.length)]
  const lines = new LineIndex(text)
  return ({ line, column }) => {
    const offset = (starts[line - 1] ?? 0) + column - 1
    return lines.span(offset, offset)
  }
}

/** Maps an esbuild message to its place on disk; esbuild's columns count bytes. */
export function toProblem({ text, location }: Message, sources: Sources): FileProblem {
  const rule = text.startsWith('No matching export') ? 'import' : 'syntax'
  const fix =
    rule === 'import'
      ? 'Import a name that the file exports.'
      : 'Fix the syntax here or just before.'
  const problem = { rule, message: `${text}.`, fix } as const
  if (!location) return { ...problem, path: sources.path, ...START }
  const { file, line, lineText, length } = location
  const column = Buffer.from(lineText).subarray(0, location.column).toString().length + 1
  const start = sources.placeOf(file, { line, column }) ?? {
    path: sources.path,
    line: 1,
    column: 1,
  }
  return { ...problem, ...start, endLine: start.line, endColumn: start.column + length }
}

export function locator(map: string, sources: Sources): (span: Span) => Place | undefined {
  const trace = new TraceMap(map)
  const find = (line: number, column: number) => {
    const {
      source,
      line: at,
      column: from,
    } = originalPositionFor(trace, { line, column: column - 1 })
    // A source is a URL.
    return source === null
      ? undefined
      : sources.placeOf(decodeURIComponent(source), { line: at, column: from + 1 })
  }
  return ({ line, column, endLine, endColumn }) => {
    const start = find(line, column)
    if (!start) return undefined
    const end = find(endLine, endColumn)
    const follows =
      end?.path === start.path && (end.line - start.line || end.column - start.column) > 0
    if (follows) return { ...start, endLine: end.line, endColumn: end.column }
    const width = endLine === line ? endColumn - column : 0
    return { ...start, endLine: start.line, endColumn: start.column + width }
  }
}
