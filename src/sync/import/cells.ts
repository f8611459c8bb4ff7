/** Converts the cells of a row to fields of a script, and reports invalid cells. */

import type { ScriptContent } from '../../project/script/content.ts'
import { SLUG, slugify } from '../../project/script/metadata.ts'
import { tryParseJson } from '../../text/parse-json.ts'
import { BOOLEAN_WORDS, booleanOfWord } from './boolean-words.ts'
import { COLUMNS, type ImportColumn, type ImportRow, type RowProblem, rowPosition } from './row.ts'

/** Fields given in the row; others come from its file or the defaults. */
export interface RowFields extends Partial<ScriptContent> {
  /** Path relative to the folder of the source. */
  file?: string
}

export function readCells(row: ImportRow): { fields: RowFields; problems: RowProblem[] } {
  const { cells = {} } = row
  const problems: RowProblem[] = []
  const report: AddCellProblem = (column, message, fix) =>
    void problems.push({ ...rowPosition(row), column, message, fix })
  const textIn = (column: ImportColumn) => textOf(cells[column], column, report)
  const fields: { [K in keyof RowFields]: RowFields[K] | undefined } = {
    slug: slugOf(textIn('slug'), report),
    name: textIn('name'),
    description: textIn('description'),
    tags: tagsOf(cells.tags, report),
    isPublic: booleanOf(cells.public, report),
    code: textIn('code'),
    file: textIn('file'),
    readme: textIn('readme'),
    type: textIn('type'),
    engineVersion: textIn('engineVersion'),
  }
  reportSource(cells, report)
  reportMissingSlug(cells, fields.name, report)
  reportCharacters(cells, fields, report)
  return { fields: withoutUndefined(fields), problems }
}

type Cells = NonNullable<ImportRow['cells']>

function textOf(cell: unknown, column: ImportColumn, report: AddCellProblem): string | undefined {
  if (cell === undefined || typeof cell === 'string') return cell
  return report(column, `\`${column}\` is not a string.`, 'Write it in quotes.')
}

function slugOf(text: string | undefined, report: AddCellProblem): string | undefined {
  const slug = text?.trim()
  if (slug === undefined || SLUG.test(slug)) return slug

  const guess = slugify(slug)
  report(
    'slug',
    `\`${slug.slice(0, 80)}\` is not a slug. Use only lower-case letters, digits and hyphens.`,
    guess === '' ? 'Write a slug like my-diagram.' : `Write \`${guess}\`.`,
  )
  return slug
}

/** A script is written in the row, or in a file. */
function reportSource({ code, file }: Cells, report: AddCellProblem): void {
  if (code !== undefined && file !== undefined) {
    report('file', 'The row has both code and a file.', 'Leave one of them empty.')
  }
  if (code === undefined && file === undefined) {
    const fix = 'Give the code of the script, or the path of its file.'
    report('code', 'The row has neither code nor a file.', fix)
  }
}

function reportMissingSlug(
  { slug, file }: Cells,
  name: string | undefined,
  report: AddCellProblem,
): void {
  const isDerived = slug !== undefined || file !== undefined || slugify(name ?? '') !== ''
  if (isDerived) return
  const message = 'The row has no slug, and no name to derive it from.'
  report('slug', message, 'Write a slug like my-diagram.')
}

/** Characters that a script cannot have. */
function reportCharacters(cells: Cells, fields: Partial<RowFields>, report: AddCellProblem): void {
  for (const column of ['code', 'readme'] as const) {
    if (!/\p{Surrogate}/u.test(fields[column] ?? '')) continue
    const message = `\`${column}\` contains half characters (lone surrogates).`
    report(column, message, 'Fix its encoding.')
  }
  for (const column of COLUMNS) {
    const cell = cells[column]
    const hasNul = typeof cell === 'string' && cell.includes('\0')
    if (hasNul) report(column, `\`${column}\` contains a NUL character.`, 'Remove it.')
  }
}

type AddCellProblem = (column: ImportColumn, message: string, fix: string) => undefined

function tagsOf(cell: unknown, report: AddCellProblem): string[] | undefined {
  // Tags that contain a separator can be written as JSON.
  const isJson = typeof cell === 'string' && cell.trimStart().startsWith('[')
  const list = isJson ? (tryParseJson(cell) ?? null) : cell
  if (list === undefined) return undefined
  if (typeof list === 'string') {
    return list
      .split(/[,;]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '')
  }
  if (Array.isArray(list) && list.every((tag) => typeof tag === 'string')) return list
  return report('tags', '`tags` is not a list of strings.', 'Write it like "payments, kafka".')
}

function booleanOf(cell: unknown, report: AddCellProblem): boolean | undefined {
  if (cell === undefined || typeof cell === 'boolean') return cell
  const isWord = typeof cell === 'string' || typeof cell === 'number'
  const value = isWord ? booleanOfWord(String(cell)) : undefined
  if (value !== undefined) return value
  const shown = typeof cell === 'object' ? 'a list or an object' : JSON.stringify(cell).slice(0, 80)
  return report(
    'public',
    `\`public\` is ${shown}, not true or false.`,
    `Write true or false. Other accepted words: ${BOOLEAN_WORDS}.`,
  )
}

const withoutUndefined = (
  fields: { [K in keyof RowFields]: RowFields[K] | undefined },
): RowFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as RowFields
