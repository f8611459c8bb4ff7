/** Converts a row to a script: code from a cell or a file, metadata from both. */

import { stat } from 'node:fs/promises'
import path from 'node:path'
import { KnownError } from '../../errors.ts'
import { isFile } from '../../files/is-file.ts'
import { isInside } from '../../files/path-containment.ts'
import { type LocalScript, loadOptionsOf, loadScript, scriptOf } from '../../project/script/load.ts'
import { slugify } from '../../project/script/metadata.ts'
import { changedScript } from '../../project/script/script-hashes.ts'
import { type RowFields, readCells } from './cells.ts'
import { type ImportRow, type RowProblem, rowPosition } from './row.ts'
import type { RowSource } from './row-source.ts'

export interface RowScript {
  /** Null if unknown. */
  slug: string | null
  /** Undefined if there are problems. */
  script?: LocalScript
  problems: RowProblem[]
}

/** Values of the row override the header of its file. */
export async function scriptOfRow(row: ImportRow, source: RowSource): Promise<RowScript> {
  if (!row.cells) return { slug: null, problems: [...row.problems] }
  const { fields, problems: found } = readCells(row)
  const problems = [...row.problems, ...found]
  const slug = fields.slug ?? null
  if (problems.length > 0) return { slug, problems }
  const read = await (fields.file === undefined
    ? fromCell(row, fields, source)
    : fromFile(row, fields, source))
  if ('message' in read) return { slug, problems: [read] }
  return { slug: fields.slug ?? read.slug, script: withRowFields(read, fields), problems }
}

async function fromFile(
  row: ImportRow,
  fields: RowFields,
  source: RowSource,
): Promise<LocalScript | RowProblem> {
  const { file: given = '' } = fields
  const { base } = source
  const wrong = (message: string, fix: string) => ({
    ...rowPosition(row),
    column: 'file',
    message,
    fix,
  })
  const file = await fileNamed(base, given)
  if (!isInside(base, file)) {
    return wrong(`${given} is outside the folder of ${source.name}.`, 'Move it into that folder.')
  }
  if (!(await isFile(file))) {
    return wrong(`File not found: ${given}.`, `Write its path relative to ${base}.`)
  }
  try {
    return await loadScript(file, { ...loadOptionsOf(source), givenSlug: fields.slug })
  } catch (error) {
    if (error instanceof KnownError) return wrong(error.message, error.hint ?? 'Check the file.')
    throw error
  }
}

/** The path of a file; a table that was written on Windows separates folders with `\\`, which may be part of a name elsewhere. */
async function fileNamed(base: string, given: string): Promise<string> {
  const file = path.resolve(base, given)
  const isThere = await stat(file).then(
    () => true,
    () => false,
  )
  return isThere ? file : path.resolve(base, given.replaceAll('\\', '/'))
}

/** Loads the code as if it were in a file beside the source. */
async function fromCell(
  row: ImportRow,
  { code = '', ...fields }: RowFields,
  source: RowSource,
): Promise<LocalScript> {
  const { base, place } = source
  const slug = fields.slug ?? slugify(fields.name ?? '')
  const file = path.join(base, `${slug}.topology.js`)
  // `scriptOf` removes one byte order mark, so a mark in the code is doubled.
  const bytes = Buffer.from(code.startsWith('\uFEFF') ? `\uFEFF${code}` : code)
  const script = await scriptOf(bytes, file, loadOptionsOf(source))
  const where = `${place} row ${row.number}`
  const placed = <T extends { path: string }>(position: T): T =>
    position.path === script.path ? { ...position, path: where } : position
  const content =
    script.metadata.readme === undefined ? { ...script.content, readme: null } : script.content
  return changedScript(script, {
    path: where,
    content,
    problems: script.problems.map(placed),
    locate: (span) => placed(script.locate(span)),
  })
}

function withRowFields(script: LocalScript, fields: RowFields): LocalScript {
  const { code: _code, file: _file, ...metadata } = fields
  const slug = metadata.slug ?? script.slug
  const name = metadata.name ?? (script.metadata.name === script.slug ? slug : script.metadata.name)
  const content = { ...script.content, ...metadata, slug, name }
  return changedScript(script, { slug, content })
}
