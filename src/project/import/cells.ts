/** Converts the cells of a row to fields of a script, and reports invalid cells. */

import { tryParseJson } from '../../text/parse-json.ts'
import type { ScriptContent } from '../script/content.ts'
import { SLUG, slugify } from '../script/metadata.ts'
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
  const report = (column: ImportColumn, message: string, fix: string): undefined =>
    void problems.push({ ...rowPosition(row), column, message, fix })
  const text = (column: ImportColumn): string | undefined => {
    const cell = cells[column]
    if (cell === undefined || typeof cell === 'string') return cell
    return report(column, `\`${column}\` is not a string.`, 'Write it in quotes.')
  }
  const slug = text('slug')?.trim()
  if (slug !== undefined && !SLUG.test(slug)) {
    const guess = slugify(slug)
    report(
      'slug',
      `\`${slug.slice(0, 80)}\` is not a slug. Use only lower-case letters, digits and hyphens.`,
      guess === '' ? 'Write a slug like my-diagram.' : `Write \`${guess}\`.`,
    )
  }
  const fields: { [K in keyof RowFields]: RowFields[K] | undefined } = {
    slug,
    name: text('name'),
    description: text('description'),
    tags: tagsOf(cells.tags, report),
    isPublic: booleanOf(cells.public, report),
    code: text('code'),
    file: text('file'),
    readme: text('readme'),
    type: text('type'),
    engineVersion: text('engineVersion'),
  }
  if (cells.code !== undefined && cells.file !== undefined) {
    report('file', 'The row has both code and a file.', 'Leave one of them empty.')
  } else if (cells.code === undefined && cells.file === undefined) {
    const fix = 'Give the code of the script, or the path of its file.'
    report('code', 'The row has neither code nor a file.', fix)
  }
  if (cells.slug === undefined && cells.file === undefined && slugify(fields.name ?? '') === '') {
    report(
      'slug',
      'The row has no slug, and no name to derive it from.',
      'Write a slug like my-diagram.',
    )
  }
  for (const column of ['code', 'readme'] as const) {
    if (/\p{Surrogate}/u.test(fields[column] ?? '')) {
      report(
        column,
        `\`${column}\` contains half characters (lone surrogates).`,
        'Fix its encoding.',
      )
    }
  }
  for (const column of COLUMNS) {
    const cell = cells[column]
    if (typeof cell === 'string' && cell.includes('\0'))
      report(column, `\`${column}\` contains a NUL character.`, 'Remove it.')
  }
  return { fields: withoutUndefined(fields), problems }
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
