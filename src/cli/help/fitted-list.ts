/** Lists whose text does not fit beside its names, which oclif would break within words. */
import { stripVTControlCharacters } from 'node:util'
import type { HelpFormatter } from '@oclif/core/help'

type RenderList = HelpFormatter['renderList']
type Rows = Parameters<RenderList>[0]

/** @param width of the terminal */
export function fittedList(render: RenderList, width: number): RenderList {
  return (rows, options) => {
    const list = render(rows, options)
    if (fits(list, width - options.indentation) && hasWholeWords(list, rows)) return list
    // oclif puts such texts below their names, and forgets that the section is indented too.
    return render(rows, { ...options, multiline: true, indentation: options.indentation + 2 })
  }
}

const fits = (list: string, width: number): boolean =>
  stripVTControlCharacters(list)
    .split('\n')
    .every((line) => line.length <= width)

function hasWholeWords(list: string, rows: Rows): boolean {
  const shown = new Set(wordsOf(list))
  return rows.every((row) => wordsOf(row[1] ?? '').every((word) => shown.has(word)))
}

const wordsOf = (text: string): string[] => stripVTControlCharacters(text).split(/\s+/)
