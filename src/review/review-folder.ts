/** Writes a review as a folder: pictures before and after, pages that compare both, and an index of them. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type KnownError, refusedError, usageError } from '../errors.ts'
import { writeAtomic } from '../files/atomic.ts'
import type { PlacedFinding } from '../project/check/suppressions.ts'
import { escapeName } from '../project/script/file-name.ts'
import { type StyleSetting, svg } from '../render/index.ts'
import { uniqueNames } from '../text/numbered-ids.ts'
import { escapeXml, tag } from '../text/safe/for-xml.ts'
import type { DiagramReview, ReviewPictures, ReviewResult } from './diagram-review.ts'

/** @throws KnownError `TOPO_FILE_EXISTS` if the folder is not empty. */
export async function assertEmptyFolder(folder: string, name: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw cannotRead(name, error)
  })
  if (entries.length === 0) return
  throw usageError(`${name} is not empty.`, {
    code: 'TOPO_FILE_EXISTS',
    hint: 'Choose another folder, or add --force.',
  })
}

const cannotRead = (name: string, cause: NodeJS.ErrnoException): KnownError =>
  refusedError(`Cannot read the folder ${name} (${cause.code ?? 'unknown error'}).`, {
    code: 'TOPO_WRITE_FAILED',
    hint: 'Choose another folder.',
    cause,
  })

/** A page has a quarter of a megabyte, and an artifact of CI should stay small. */
const MOST_PAGES = 100

const captions = { before: 'Before', after: 'After', changes: 'What changed' }

export class ReviewFolder {
  readonly #folder: string
  readonly #style: StyleSetting | undefined
  readonly #unique = uniqueNames()
  readonly #reviews: DiagramReview[] = []
  #pages = 0

  /** @param folder created with the first file */
  constructor(folder: string, style: StyleSetting | undefined) {
    this.#folder = folder
    this.#style = style
  }

  /** Writes pictures and page of one diagram. @returns the review with their file names */
  async add({ review, pictures, page }: ReviewResult): Promise<DiagramReview> {
    // The path as one name.
    const flat = review.path.replace(/\.topology\.[jt]s$/, '').replaceAll('/', '--')
    const name = this.#unique(escapeName(flat))
    const written: DiagramReview['pictures'] = {}
    for (const [which, picture] of Object.entries(pictures)) {
      const file = `${name}.${which}.svg`
      await this.#write(file, svg.write({ ...picture, style: this.#style }, { theme: 'auto' }))
      written[which as keyof ReviewPictures] = file
    }
    const result: DiagramReview = { ...review, pictures: written }
    if (page && this.#pages < MOST_PAGES) {
      const { comparisonDocument } = await import('../render/page/index.ts')
      result.page = `${name}.changes.html`
      await this.#write(
        result.page,
        comparisonDocument(page, { theme: 'auto', style: this.#style }),
      )
      this.#pages++
    }
    this.#reviews.push(result)
    return result
  }

  /** Writes the index. @param stale blocks and pictures that do not show their diagrams */
  async finish(stale: readonly PlacedFinding[]): Promise<void> {
    await this.#write('index.html', indexOf(this.#reviews, stale))
  }

  async #write(name: string, text: string): Promise<void> {
    await writeAtomic(join(this.#folder, name), text, { durable: false, boundary: this.#folder })
  }
}

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:2rem}' +
  'figure{display:inline-block;vertical-align:top;margin:1rem 2rem 1rem 0;max-width:100%}' +
  'img{max-width:100%;border:1px solid #8888}code{font-size:.9em}'

function indexOf(reviews: readonly DiagramReview[], stale: readonly PlacedFinding[]): string {
  const csp = "default-src 'none'; img-src *; style-src 'unsafe-inline'"
  return `<!doctype html>\n${tag(
    'html',
    { lang: 'en' },
    tag(
      'head',
      {},
      '<meta charset="utf-8">',
      `<meta http-equiv="Content-Security-Policy" content="${csp}">`,
      tag('title', {}, 'Diagrams that changed'),
      tag('style', {}, STYLE),
    ),
    tag(
      'body',
      {},
      tag('h1', {}, reviews.length === 0 ? 'No diagram changed' : 'Diagrams that changed'),
      staleSection(stale),
      ...reviews.map(section),
    ),
  )}\n`
}

function staleSection(stale: readonly PlacedFinding[]): string {
  if (stale.length === 0) return ''
  const items = stale.map(({ path, line, message, fix }) =>
    tag('li', {}, tag('code', {}, escapeXml(`${path}:${line}`)), escapeXml(` ${message}. ${fix}`)),
  )
  return tag('h2', {}, 'Stale blocks and pictures') + tag('ul', {}, ...items)
}

function section({ path, change, was, words, notes, pictures, page }: DiagramReview): string {
  const lines = [...words.map(({ text }) => text), ...notes]
  const how = was === undefined ? ` ${change}` : ` renamed from ${escapeXml(was)}`
  const items = lines.map((line) => tag('li', {}, escapeXml(line)))
  return [
    tag('h2', {}, tag('code', {}, escapeXml(path)), change === 'changed' ? '' : how),
    ...(lines.length === 0 ? [] : [tag('ul', {}, ...items)]),
    ...(page === undefined
      ? []
      : [tag('p', {}, tag('a', { href: fileUrl(page) }, 'Compare both versions'))]),
    ...Object.entries(pictures).map(([which, file]) =>
      tag(
        'figure',
        {},
        tag('figcaption', {}, captions[which as keyof ReviewPictures]),
        `<img src="${fileUrl(file)}" alt="">`,
      ),
    ),
  ].join('')
}

const fileUrl = (name: string): string => `./${encodeURIComponent(name)}`
