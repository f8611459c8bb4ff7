/** Writes a review as a folder: pictures before and after, pages that compare both, and an index of them. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type KnownError, refusedError, usageError } from '../errors.ts'
import { writeAtomic } from '../files/atomic.ts'
import type { PlacedFinding } from '../project/check/suppressions.ts'
import { escapeName } from '../project/script/file-name.ts'
import { describePicture, type StyleSetting, svg } from '../render/index.ts'
import { uniqueNames } from '../text/numbered-ids.ts'
import type { DiagramReview, ReviewPictures, ReviewResult } from './diagram-review.ts'
import { type IndexedReview, reviewIndex } from './review-index.ts'

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
const INDEX = 'index.html'

export class ReviewFolder {
  readonly #folder: string
  readonly #style: StyleSetting | undefined
  readonly #unique = uniqueNames()
  readonly #reviews: IndexedReview[] = []
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
    const sentences: { [picture in keyof ReviewPictures]?: string } = {}
    for (const [which, picture] of Object.entries(pictures)) {
      const file = `${name}.${which}.svg`
      await this.#write(file, svg.write({ ...picture, style: this.#style }, { theme: 'auto' }))
      written[which as keyof ReviewPictures] = file
      sentences[which as keyof ReviewPictures] = describePicture(picture)
    }
    const result: DiagramReview = { ...review, pictures: written }
    if (page && this.#pages < MOST_PAGES) {
      const { comparisonDocument } = await import('../render/page/index.ts')
      result.page = `${name}.changes.html`
      await this.#write(
        result.page,
        comparisonDocument(page, { theme: 'auto', style: this.#style, index: INDEX }),
      )
      this.#pages++
    }
    this.#reviews.push({ review: result, sentences })
    return result
  }

  /** Writes the index. @param stale blocks and pictures that do not show their diagrams */
  async finish(stale: readonly PlacedFinding[]): Promise<void> {
    await this.#write(INDEX, await reviewIndex(this.#reviews, stale))
  }

  async #write(name: string, text: string): Promise<void> {
    await writeAtomic(join(this.#folder, name), text, { durable: false, boundary: this.#folder })
  }
}
