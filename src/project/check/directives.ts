/** Finds suppression comments in a script: `// topo-disable-next-line rule[, rule] -- reason`. */

import type { Span } from '../../files/position.ts'
import { LineIndex } from '../../topology/index.ts'
import { parseText } from '../../topology/parse/parse-text.ts'
import type { CodeComment } from '../../topology/parse/syntax-tree.ts'

export interface Directive {
  /** The text in the script, such as `topo-disable-next-line`. */
  word: string
  kind: 'next-line' | 'line' | 'unknown'
  /** First and last line that it covers. */
  from: number
  to: number
  /** Rules that it names, with their positions. */
  rules: { id: string; at: Span }[]
  reason: string | undefined
  /** Span of the whole comment. */
  at: Span
  /** Text to delete with the comment: the comment, or its whole line if nothing else is on it. */
  removal: Span
}

/** Per file, since each is compared with every finding. Further ones suppress nothing. */
const MAX_DIRECTIVES = 1_000
const PREFIX = 'topo-disable'
const KINDS = new Map<string, Directive['kind']>([
  [`${PREFIX}-next-line`, 'next-line'],
  [`${PREFIX}-line`, 'line'],
])

/** In text order; `text` has no byte order mark. Uses the parser's comments, so strings cannot contain any. */
export async function findDirectives(text: string, isYaml = false): Promise<Directive[]> {
  // Parsing is slow, and few scripts have directives.
  if (!text.includes(PREFIX)) return []
  const lines = new LineIndex(text)
  const directives: Directive[] = []
  for (const comment of isYaml ? commentsOfYaml(text) : await commentsOf(text)) {
    const directive =
      directives.length < MAX_DIRECTIVES ? directiveOf(comment, text, lines) : undefined
    if (directive) directives.push(directive)
  }
  // Bottom-up, so that stacked comments all cover the code below the last one.
  const targets = new Map<number, number>()
  for (const directive of directives.toReversed()) {
    if (directive.kind !== 'next-line') continue
    directive.to = targets.get(directive.to) ?? directive.to
    targets.set(directive.at.line, directive.to)
  }
  return directives
}

/** Parses the text as a module, then as a function body, in either language. Other text has no directives. */
async function commentsOf(text: string): Promise<readonly CodeComment[]> {
  const { result: module } = await parseText(text, { lang: 'ts', sourceType: 'module' })
  if (module === undefined) return []
  if (module.errors.length === 0) return module.comments
  const before = 'async () => {\n'
  const { result: body } = await parseText(text, {
    lang: 'js',
    sourceType: 'script',
    around: [before, '\n}'],
  })
  if (body === undefined || body.errors.length > 0) return []
  return body.comments.map(({ start, end, ...comment }) => ({
    ...comment,
    start: start - before.length,
    end: end - before.length,
  }))
}

/** A `#` in a text is rarely followed by this word. */
const commentsOfYaml = (text: string) =>
  Array.from(
    text.matchAll(/(?<=^|\s)#(\s*topo-disable[^\r\n]*)/gm),
    ({ 0: { length }, 1: value = '', index }) => ({
      value,
      start: index,
      end: index + length,
    }),
  )

function directiveOf(
  comment: Pick<CodeComment, 'value' | 'start' | 'end'>,
  text: string,
  lines: LineIndex,
): Directive | undefined {
  const [, space = '', word, rest = ''] =
    /^(\s*)(topo-disable[\w-]*)([\s\S]*)$/.exec(comment.value) ?? []
  if (word === undefined) return undefined
  const kind = KINDS.get(word) ?? 'unknown'
  const [names = '', ...reason] = rest.split(/(?:^|\s)--+(?=\s|$)/)
  // 2 = length of `//` or `/*`.
  const namesStart = comment.start + 2 + space.length + word.length
  const at = lines.span(comment.start, comment.end)
  const alone = text.slice(lines.offset(at.line, 1), comment.start).trim() === ''
  return {
    word,
    kind,
    // Findings about the whole script are on line 1, which may be the line of the comment itself.
    from: kind === 'next-line' && !alone ? at.endLine + 1 : at.line,
    to: kind === 'next-line' ? at.endLine + 1 : at.endLine,
    rules: Array.from(names.matchAll(/[^\s,]+/g), ({ 0: id, index }) => ({
      id,
      at: lines.span(namesStart + index, namesStart + index + id.length),
    })),
    reason: reason.join(' -- ').trim() || undefined,
    at,
    removal: removalOf(comment, text, lines),
  }
}

function removalOf(
  { start, end }: Pick<CodeComment, 'start' | 'end'>,
  text: string,
  lines: LineIndex,
): Span {
  const { line } = lines.span(start, start)
  const before = text.slice(lines.offset(line, 1), start)
  const lineEnd = /[ \t]*(?:\r\n|\n|\r|$)/y
  lineEnd.lastIndex = end
  const ends = lineEnd.test(text)
  if (before.trim() === '' && ends) return lines.span(start - before.length, lineEnd.lastIndex)
  // After code, remove the space before the comment too.
  return ends
    ? lines.span(start - (before.length - before.trimEnd().length), end)
    : lines.span(start, end)
}
