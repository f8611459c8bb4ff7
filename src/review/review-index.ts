/** The index of a review folder: a list of the diagrams, and each with its changes and pictures. Loads nothing but these pictures. */
import type { PlacedFinding } from '../project/check/suppressions.ts'
import { escapeXml, tag } from '../text/safe/for-xml.ts'
import { joined } from '../text/words.ts'
import type { DiagramReview, ReviewPictures } from './diagram-review.ts'
import {
  byKind,
  findingsOf,
  placeOfStale,
  reviewHeadline,
  signedCounts,
} from './review-markdown.ts'

export interface IndexedReview {
  readonly review: DiagramReview
  /** Each picture of the review in a sentence. */
  readonly sentences: { readonly [picture in keyof ReviewPictures]?: string }
}

/** The first pictures show what changed. */
const captions = { changes: 'What changed', before: 'Before', after: 'After' } as const

const policy = "default-src 'none'; img-src *; style-src 'unsafe-inline'"

const style = `
:root{--line:color-mix(in srgb,currentColor 18%,transparent);--quiet:light-dark(#52627a,#9aabc2)}
body{max-width:80rem;margin:0 auto}
h2{font-size:1.125rem;margin:0 0 .25rem;overflow-wrap:anywhere}
code{font:.9375em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.quiet{margin:0;color:var(--quiet);font-size:.9rem}
nav ul{list-style:none;margin:0;padding:0}
nav li{display:flex;flex-wrap:wrap;gap:0 .75rem;align-items:baseline;padding:.2rem 0;overflow-wrap:anywhere}
article{border-top:1px solid var(--line);margin-top:1.25rem;padding-top:1.25rem}
article ul{margin:.5rem 0;padding-inline-start:1.25rem;overflow-wrap:anywhere}
article p{margin:.5rem 0}
.pictures{display:flex;flex-wrap:wrap;gap:1rem 1.5rem;align-items:flex-start}
figure{margin:.5rem 0 0;min-width:0;max-width:100%}
figcaption{font-size:.9rem;font-weight:600;margin-bottom:.35rem}
figure a{display:block}
img{display:block;max-width:100%;max-height:85vh;height:auto;box-sizing:border-box;border:1px solid var(--line);border-radius:.5rem}
a:focus-visible{outline:2px solid light-dark(#1d5fd1,#7db2ff);outline-offset:2px}
@media print{@page{margin:10mm}nav{display:none}figure{break-inside:avoid}}
`

/**
 * @param reviews the diagrams that changed come first
 * @param stale blocks and pictures that do not show their diagrams
 */
export async function reviewIndex(
  reviews: readonly IndexedReview[],
  stale: readonly PlacedFinding[],
): Promise<string> {
  const { pageOf } = await import('../render/page/index.ts')
  const sorted = byKind(reviews, ({ review }) => review.change)
  const title = reviewHeadline(
    sorted.map(({ review }) => review),
    0,
  )
  const list = sorted.length > 1 ? [listOf(sorted)] : []
  const content = [...list, ...staleSection(stale), ...sorted.map(section)]
  return pageOf(title, 'auto', content, { style, policy })
}

function listOf(reviews: readonly IndexedReview[]): string {
  const items = reviews.map(({ review }, number) =>
    tag(
      'li',
      {},
      tag('a', { href: `#${idOf(number)}` }, tag('code', {}, escapeXml(review.path))),
      tag('span', { class: 'quiet' }, factsOf(review)),
    ),
  )
  return tag('nav', { 'aria-label': 'Diagrams' }, tag('ul', {}, ...items))
}

function staleSection(stale: readonly PlacedFinding[]): string[] {
  if (stale.length === 0) return []
  const items = stale.map((file) => {
    const place = tag('code', {}, escapeXml(placeOfStale(file)))
    return tag('li', {}, place, escapeXml(` ${file.message}. ${file.fix}`))
  })
  const heading = tag('h2', {}, 'Stale blocks and pictures')
  return [tag('article', {}, heading, tag('ul', {}, ...items))]
}

const idOf = (number: number): string => `diagram-${number + 1}`

/** `changed · +2 −1 · 1 error` */
const factsOf = (review: DiagramReview): string => {
  const { change, was } = review
  const how = was === undefined ? change : `renamed from ${was}`
  return escapeXml(joined(' · ', how, signedCounts(review), findingsOf(review)))
}

function section(indexed: IndexedReview, number: number): string {
  const { review } = indexed
  const { path, words, notes, page } = review
  const items = [...words.map(({ text }) => text), ...notes].map((line) =>
    tag('li', {}, escapeXml(line)),
  )
  return tag(
    'article',
    { id: idOf(number) },
    tag('h2', {}, tag('code', {}, escapeXml(path))),
    tag('p', { class: 'quiet' }, factsOf(review)),
    ...(items.length === 0 ? [] : [tag('ul', {}, ...items)]),
    ...(page === undefined
      ? []
      : [tag('p', {}, tag('a', { href: fileUrl(page) }, 'Compare both versions'))]),
    tag('div', { class: 'pictures' }, ...figuresOf(indexed)),
  )
}

function figuresOf({ review, sentences }: IndexedReview): string[] {
  const kinds = Object.keys(captions) as (keyof ReviewPictures)[]
  return kinds.flatMap((kind) => {
    const file = review.pictures[kind]
    if (file === undefined) return []
    const src = fileUrl(file)
    const alt = `${captions[kind]}, ${review.path}: ${sentences[kind] ?? ''}`
    const image = tag('a', { href: src }, tag('img', { src, alt, loading: 'lazy' }))
    return [tag('figure', {}, tag('figcaption', {}, captions[kind]), image)]
  })
}

const fileUrl = (name: string): string => `./${encodeURIComponent(name)}`
