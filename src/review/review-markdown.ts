/** Renders a review as Markdown for pull requests and job summaries; all text from scripts is escaped. */

import { code, codeBlock } from '../diff/index.ts'
import { keyedBy } from '../grouped.ts'
import { counted } from '../text/words.ts'
import { stalePicture } from '../validator/index.ts'
import type { DiagramReview, ReviewKind } from './diagram-review.ts'
import type { Lines } from './fit-markdown.ts'

const signs = { added: '➕', removed: '➖', changed: '✏️', renamed: '✏️' }
/** The order of the table. */
const kinds = ['changed', 'renamed', 'added', 'removed'] as const
/** The others are folded. */
const MOST_OPEN = 5

/** `2 diagrams changed, 1 new, 298 unchanged`; if none changed, it begins with `1 new diagram`. */
export function reviewHeadline(reviews: readonly DiagramReview[], unchanged: number): string {
  const count = (kind: DiagramReview['change']) =>
    reviews.filter(({ change }) => change === kind).length
  const counts = [
    { count: count('changed'), word: 'changed' },
    { count: count('renamed'), word: 'renamed' },
    { count: count('added'), word: 'new' },
    { count: count('removed'), word: 'removed' },
  ].filter((kind) => kind.count > 0)
  const [first, ...others] = counts
  const headline = first === undefined ? 'No diagram changed' : countedDiagrams(first)
  const rest = unchanged > 0 ? [...others, { count: unchanged, word: 'unchanged' }] : others
  return [headline, ...rest.map((kind) => `${kind.count} ${kind.word}`)].join(', ')
}

const countedDiagrams = ({ count, word }: { count: number; word: string }): string =>
  word === 'new' ? counted(count, 'new diagram') : `${counted(count, 'diagram')} ${word}`

/** Address of a file in the review folder, if it has one. */
type LinkTo = (file: string) => string | undefined
type FindingCounts = Pick<DiagramReview, 'errorCount' | 'warningCount'>

/**
 * A table of what changed, what else draws nodes whose ids are gone, and each diagram. Between them comes `between`.
 */
export function reviewMarkdown(
  reviews: readonly DiagramReview[],
  linkTo: LinkTo,
  between: readonly (string | Lines)[] = [],
): (string | Lines)[] {
  const sorted = byKind(reviews, ({ change }) => change)
  return [changesTable(sorted, linkTo), drawnElsewhere(sorted), ...between, reviewDetails(sorted)]
}

/** Changed diagrams first, then renamed, new and removed ones. */
export const byKind = <T>(all: readonly T[], kindOfOne: (one: T) => ReviewKind): T[] =>
  kinds.flatMap((kind) => all.filter((one) => kindOfOne(one) === kind))

function changesTable(reviews: readonly DiagramReview[], linkTo: LinkTo): Lines {
  return {
    head: '| diagram | change | nodes and connections | findings | picture |\n| --- | --- | --- | --- | --- |\n',
    lines: reviews.map((review) => ({
      text: row([
        code(review.path),
        kindOf(review),
        signedCounts(review),
        findingsOf(review),
        picture(review, linkTo),
      ]),
      name: review.path,
    })),
    share: 0.6,
    names: 0.7,
  }
}

/** A block or picture that does not show its diagram. */
interface StaleFile {
  readonly path: string
  readonly line: number
  readonly rule: string
  readonly message: string
  readonly fix: string
}

/** A picture is one line. */
export const placeOfStale = ({ path, line, rule }: Pick<StaleFile, 'path' | 'line' | 'rule'>) =>
  rule === stalePicture.id ? path : `${path}:${line}`

/** Lists blocks and pictures that do not show their diagrams. */
export function staleTable(files: readonly StaleFile[]): Lines {
  const lines = files.map((file) => {
    const place = placeOfStale(file)
    return { text: row([code(place), code(file.message), code(file.fix)]), name: place }
  })
  const head = '| stale | why | to update it |\n| --- | --- | --- |\n'
  return { head, lines, share: 0.3, names: 0.3, most: MOST_STALE }
}

const MOST_STALE = 50

export const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`

const kindOf = ({ change, was }: DiagramReview): string => {
  if (was !== undefined) return `renamed from ${code(was)}`
  return change === 'added' ? 'new' : change
}

/** `+2 −1 ~3` */
export function signedCounts({ counts }: DiagramReview): string {
  if (counts === null) return 'not drawn'
  const signed = (['added', 'removed', 'changed'] as const).flatMap((kind, n) =>
    counts[kind] === 0 ? [] : `${'+−~'[n]}${counts[kind]}`,
  )
  return signed.join(' ') || 'the same'
}

/** `1 error, 2 warnings` */
export const findingsOf = ({ errorCount, warningCount }: FindingCounts): string =>
  [
    ...(errorCount > 0 ? [counted(errorCount, 'error')] : []),
    ...(warningCount > 0 ? [counted(warningCount, 'warning')] : []),
  ].join(', ')

function picture({ page, pictures, draft }: DiagramReview, linkTo: LinkTo): string {
  const file = page ?? pictures.changes ?? pictures.after ?? pictures.before
  const address = file === undefined ? undefined : linkTo(file)
  if (file !== undefined)
    return address === undefined ? code(file) : `[${code(file)}](<${address}>)`
  return draft === undefined ? '' : `[on the service](<${draft}>)`
}

/** One line for each id, even if it is gone from several diagrams. */
function drawnElsewhere(reviews: readonly DiagramReview[]): Lines {
  const all = reviews.flatMap(({ elsewhere }) => elsewhere)
  const gone = keyedBy(all, ({ id }) => id)
  const lines = [...gone.values()].map(({ id, now, count, paths }) => {
    const others = count === 1 ? 'One other diagram draws' : `${count} other diagrams draw`
    const why = now === undefined ? 'removed here' : `renamed to ${code(now)} here`
    const more = count > paths.length ? ', …' : ''
    return {
      text: `- ${others} ${code(id)}, ${why}: ${paths.map(code).join(', ')}${more}\n`,
      name: id,
    }
  })
  return { lines, share: 0.2, names: 0.1 }
}

/** The first diagrams are open. One that is too long keeps its words, without drawings and text. */
export function reviewDetails(reviews: readonly DiagramReview[]): Lines {
  const lines = reviews.map((review, index) => {
    const section = (body: string) =>
      index < MOST_OPEN
        ? `### ${code(review.path)}\n\n${body}\n`
        : `<details><summary>${inHtml(review.path)}</summary>\n\n${body}\n</details>\n\n`
    const words = wordsOf(review)
    return {
      text: section([...words, ...drawingsOf(review)].join('\n')),
      short: section(words.join('\n')),
      name: review.path,
    }
  })
  return { lines, share: 1, names: 0.02 }
}

function wordsOf({ change, was, words, notes, counts, draft }: DiagramReview): string[] {
  const isDrawingUnchanged =
    change === 'changed' && counts !== null && words.length === 0 && notes.length === 0
  return [
    ...(change === 'added' ? ['New.\n'] : []),
    ...(change === 'removed' ? ['Removed.\n'] : []),
    ...(was === undefined ? [] : [`Renamed from ${code(was)}.\n`]),
    ...(isDrawingUnchanged ? ['The drawing is unchanged.\n'] : []),
    ...(words.length === 0 ? [] : [words.map(wordLine).join('')]),
    ...notes.map((note) => `> ${code(note)}\n`),
    ...(draft === undefined ? [] : [`[On the service](<${draft}>)\n`]),
  ]
}

const drawingsOf = ({ mermaid, sequences, patch }: DiagramReview): string[] => [
  ...(mermaid === null ? [] : [codeBlock(mermaid, 'mermaid')]),
  ...sequences.map(sequenceBlock),
  ...(patch === ''
    ? []
    : [`<details><summary>Text</summary>\n\n${codeBlock(patch, 'diff')}\n</details>\n`]),
]

const sequenceBlock = ({ title, mermaid }: DiagramReview['sequences'][number]): string =>
  `<details><summary>Scenario</summary>\n\n${code(title)}\n\n${codeBlock(mermaid, 'mermaid')}\n</details>\n`

/** GitHub reads no Markdown in a summary. */
const inHtml = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/[^\p{L}\p{N}\p{M} ./-]/gu, (character) => `&#${character.codePointAt(0)};`)

const wordLine = ({ change, text }: DiagramReview['words'][number]): string =>
  `- ${signs[change]} ${code(text)}\n`
