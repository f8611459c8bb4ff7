/** Makes the modules that the bundler gets: of a script, and of a file that it imports. */

import path from 'node:path'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import MagicString from 'magic-string'
import { positionAt } from '../../../files/position.ts'
import { lowerEnums } from '../../../topology/parse/lower-enums.ts'
import { parseText } from '../../../topology/parse/parse-text.ts'
import { breakLines, crowdedLine, hasLongLine } from './break-lines.ts'
import type { Syntax } from './inspect-syntax.ts'
import type { CodeInput } from './read-imported.ts'

/** The places of the syntax are offsets in the whole file. */
export type BundleInput = CodeInput & Omit<Syntax & { kind: 'bundle' }, 'kind'>

/** A file as the bundler gets it. */
export interface Module {
  /** The text on disk. */
  text: string
  code: string
  /** Maps the code to the file; undefined if it is as on disk. */
  map?: TraceMap | undefined
}

/** esbuild reads the map that the last such comment of a file names. With an empty one, all places stay those of the file. */
export const NO_MAP =
  '\n//# sourceMappingURL=data:application/json,{"version":3,"sources":[],"mappings":""}'

export async function asModule(input: BundleInput): Promise<Module> {
  const { file, text, header, imports, typesOnly, exportWords } = input
  // The added line end belongs to no import, so imports can be moved behind it.
  const module = new MagicString(`${text}\n`)
  if (header.end > header.start) module.remove(header.start, header.end)
  // The header is a comment, so the whole text can be parsed.
  await lighten(module, text, input.loader)
  module.prepend('export default async function script() {')
  module.appendLeft(text.length + 1, '}\n')
  for (const { start, end } of typesOnly) module.remove(start, end)
  if (exportWords) module.update(exportWords.start, exportWords.end, 'return')
  for (const { start, end } of imports)
    module.appendLeft(end, ';\n').move(start, end, text.length + 1)
  return { text, code: module.toString(), map: mapOf(module, file) }
}

/** An imported file without what the bundler makes too much work of. */
export async function importedModule(
  file: string,
  text: string,
  loader: 'js' | 'ts',
): Promise<Module> {
  const module = new MagicString(text)
  const isChanged = await lighten(module, text, loader)
  if (!isChanged) return { text, code: text }
  return { text, code: module.toString(), map: mapOf(module, file) }
}

/** Replaces enums, see `lower-enums.ts`, and breaks long lines. */
async function lighten(module: MagicString, text: string, loader: 'js' | 'ts'): Promise<boolean> {
  const hasEnums = loader === 'ts' && text.includes('enum')
  const isLong = hasLongLine(text)
  if (!hasEnums && !isLong) return false
  const { result } = await parseText(text, { lang: loader, sourceType: 'module' })
  if (result === undefined) return false
  if (isLong) breakLines(module, text, result.program)
  for (const { start, end, text: code } of hasEnums ? lowerEnums(result.program, text) : []) {
    module.update(start, end, code)
  }
  return true
}

/** A line that the bundler would copy too often. */
export function crowdedPlace({ code, map }: Module): { line: number; column: number } | undefined {
  const offset = crowdedLine(code)
  if (offset === undefined) return undefined
  const { line, column } = positionAt(code, offset)
  if (map === undefined) return { line, column }
  const original = originalPositionFor(map, { line, column: column - 1 })
  return original.line === null
    ? { line: 1, column: 1 }
    : { line: original.line, column: original.column + 1 }
}

function mapOf(module: MagicString, file: string): TraceMap {
  const map = module.generateDecodedMap({ source: path.basename(file), hires: 'boundary' })
  return new TraceMap({ version: 3, ...map })
}
