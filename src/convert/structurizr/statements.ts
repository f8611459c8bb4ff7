/** Splits the text of a `workspace.dsl` into statements, with the files that it includes. */
import { posix } from 'node:path'
import type { LeftOut, ReadIncluded } from '../drawing/drawing.ts'
import { notStructurizr } from './workspace.ts'

export interface Statement {
  /** Without the brace at the end. */
  readonly tokens: readonly string[]
  readonly line: number
  readonly children: readonly Statement[]
}

const MOST_FILES = 100
const MOST_DEPTH = 50
const MOST_STATEMENTS = 50_000
/** Characters that constants put in: each may contain the one before several times. */
const MOST_REPLACED = 4 * 1024 * 1024

export function dslStatements(
  text: string,
  file: string,
  read: ReadIncluded,
  leftOut: LeftOut[],
): readonly Statement[] {
  const constants = new Map<string, string>()
  let files = 0
  let statements = 0
  let replaced = 0

  const withConstants = (token: string, line: number): string =>
    token.replace(/\$\{([\w.-]+)\}/g, (whole, name: string) => {
      const value = constants.get(name) ?? whole
      replaced += value.length
      if (replaced > MOST_REPLACED) throw notStructurizr('its constants make more than 4 MiB', line)
      return value
    })

  /** @param included line of the first `!include`, and the files that are being read */
  const parse = (
    source: string,
    path: string,
    open: Statement[][],
    included?: { line: number; chain: string[] },
  ): void => {
    const lines = source.replace(/\\\r?\n/g, ' \0').split(/\r?\n/)
    let number = 1
    let until: string | undefined
    for (const physical of lines) {
      const line = included?.line ?? number
      number += 1 + (physical.match(/\0/g)?.length ?? 0)
      const row = physical.replaceAll('\0', '').trim()
      if (until !== undefined) {
        if (until === '*/' ? row.endsWith(until) : row === until) until = undefined
        continue
      }
      if (row.startsWith('/*')) {
        if (!row.endsWith('*/')) until = '*/'
        continue
      }
      if (row === '' || /^(#|\/\/)/.test(row)) continue
      if (row === '}') {
        if (open.length > 1) open.pop()
        else throw notStructurizr('"}" closes nothing', line)
        continue
      }
      const tokens = tokensOf(row).map((token) => withConstants(token, line))
      const [keyword = '', first = '', second = ''] = tokens
      if (/^!(const|constant|var)$/i.test(keyword)) {
        constants.set(first, second)
      } else if (/^!include$/i.test(keyword)) {
        include(first, posix.dirname(path), open, {
          line,
          chain: [...(included?.chain ?? []), path],
        })
      } else if (/^!(script|plugin)$/i.test(keyword)) {
        leftOut.push({ line, what: keyword })
        if (tokens.at(-1) === '{') until = '}'
      } else {
        const isBlock = tokens.at(-1) === '{'
        const children: Statement[] = []
        if (++statements > MOST_STATEMENTS)
          throw notStructurizr(`it has more than ${MOST_STATEMENTS} statements`, line)
        open.at(-1)?.push({ tokens: isBlock ? tokens.slice(0, -1) : tokens, line, children })
        if (isBlock && open.push(children) > MOST_DEPTH)
          throw notStructurizr(`blocks are nested more than ${MOST_DEPTH} deep`, line)
      }
    }
  }

  const include = (
    name: string,
    folder: string,
    open: Statement[][],
    from: { line: number; chain: string[] },
  ): void => {
    const path = posix.join(folder, name)
    const isOutside = /^([a-z][\w+.-]+:|\/)/i.test(name) || path.startsWith('..')
    const isCircle = from.chain.includes(path)
    const text = isOutside || isCircle || ++files > MOST_FILES ? undefined : read(path)
    if (typeof text === 'string') {
      parse(text, path, open, from)
      return
    }
    const reasons = [
      isOutside && 'is outside of the folder',
      isCircle && 'leads in a circle',
      text === null && 'is outside of the project',
    ]
    const reason = reasons.find((one) => one !== false) ?? 'cannot be read'
    leftOut.push({ line: from.line, what: `file ${name}, which ${reason}` })
  }

  const all: Statement[] = []
  const open = [all]
  parse(text, posix.basename(file), open)
  if (open.length > 1) throw notStructurizr('a block is not closed', text.split('\n').length)
  return all
}

const tokensOf = (row: string): string[] =>
  [...row.matchAll(/"((?:[^"\\]|\\.)*)"|[^\s"]\S*/g)].map(
    ([all, quoted]) =>
      quoted?.replace(/\\(["\\n])/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped)) ?? all,
  )
