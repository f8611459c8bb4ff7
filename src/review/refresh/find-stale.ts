/**
 * Finds blocks of Markdown files and pictures that no longer show their diagrams. Only those of diagrams that a branch changes, and
 * those that it changes themselves, are drawn: a branch that changes neither costs nothing.
 */
import { extname } from 'node:path'
import { KnownError } from '../../errors.ts'
import { changedLines } from '../../files/git/changed-lines.ts'
import { realPathOf } from '../../files/path-containment.ts'
import { keyedBy, once, valueFor } from '../../grouped.ts'
import type { PlacedFinding } from '../../project/check/suppressions.ts'
import type { Project } from '../../project/config/project.ts'
import type { LocalScript } from '../../project/script/load.ts'
import { type ProjectRule, staleBlock, stalePicture } from '../../validator/index.ts'
import type { BranchChanges } from '../branch-changes.ts'
import { unknownSlug } from './block-content.ts'
import { BlockUpdater } from './block-updater.ts'
import {
  type ProjectFile,
  type RecordedPicture,
  readProjectFile,
  trackedMarkdown,
  trackedPictures,
} from './find-files.ts'
import { KnownDrawing } from './known-drawing.ts'
import { type MarkdownBlock, readBlocks } from './markdown-blocks.ts'
import { compareRecorded } from './recorded-picture.ts'
import { StaleReport } from './stale-report.ts'

export interface StaleSearch {
  readonly changes: BranchChanges
  readonly scripts: readonly LocalScript[]
  readonly project: Project
  /** False if the project has other scripts, so that a slug may be theirs. */
  readonly isWhole: boolean
}

/** @returns findings in the order of files and lines, with paths in the project */
export const findStale = (search: StaleSearch): Promise<PlacedFinding[]> =>
  new StaleFinder(search).find()

const MARKDOWN = ['.md', '.markdown']
const PICTURES = ['.svg', '.png', '.html']

const REFRESH = 'Run "topo render --write".'

interface Place {
  readonly rule: ProjectRule
  readonly file: ProjectFile
  readonly line?: number
}

class StaleFinder {
  readonly #search: StaleSearch
  readonly #report: StaleReport
  readonly #scripts: ReadonlyMap<string, LocalScript>
  /** Slugs of diagrams that the branch changes, or removes. */
  readonly #changedSlugs: ReadonlySet<string>
  /** By slug; a script with errors is reported already. */
  readonly #drawings = new Map<string, Promise<KnownDrawing>>()
  readonly #lines: () => ReturnType<typeof changedLines>

  constructor(search: StaleSearch) {
    const { changes, scripts, project } = search
    const before = [...changes.before.values()].map(({ content }) => content.slug)
    this.#search = search
    this.#report = new StaleReport(project.config.rules)
    this.#scripts = keyedBy(scripts, ({ slug }) => slug)
    this.#changedSlugs = new Set([...changes.changed.map(({ slug }) => slug), ...before])
    this.#lines = once(() => changedLines(changes.repository.top, changes.commit))
  }

  async find(): Promise<PlacedFinding[]> {
    const { changes, project } = this.#search
    if (this.#mayHaveChanged(staleBlock, MARKDOWN))
      for (const file of await trackedMarkdown(changes.repository, project))
        await this.#attempt({ rule: staleBlock, file }, () => this.#compareBlocks(file))
    if (this.#mayHaveChanged(stalePicture, PICTURES))
      for (const picture of await trackedPictures(changes.repository, project))
        await this.#attempt({ rule: stalePicture, file: picture }, () =>
          this.#comparePicture(picture),
        )
    return this.#report.findings()
  }

  #mayHaveChanged(rule: ProjectRule, extensions: readonly string[]): boolean {
    if (this.#report.isOff(rule)) return false
    const { files } = this.#search.changes
    return (
      this.#changedSlugs.size > 0 || [...files].some((one) => extensions.includes(extname(one)))
    )
  }

  /** The failure of one file does not stop the others. */
  async #attempt({ rule, file, line }: Place, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof KnownError)) throw error
      this.#report.addFailure(rule, file, error, line)
    }
  }

  async #compareBlocks(file: ProjectFile): Promise<void> {
    const isFileChanged = this.#isChanged(file)
    if (!isFileChanged && this.#changedSlugs.size === 0) return

    const bytes = await readProjectFile('readme', file)
    const blocks = await readBlocks(file.path, bytes)
    const update = new BlockUpdater(file.path, bytes)
    for (const block of blocks) {
      const isOfChanged = this.#changedSlugs.has(block.slug)
      if (!isOfChanged && !(isFileChanged && (await this.#isTouched(file, block)))) continue
      await this.#attempt({ rule: staleBlock, file, line: block.line }, async () => {
        const drawing = await this.#drawingOf(file, block)
        if (drawing !== undefined) await update.add(block, drawing)
      })
    }
    const { changed } = update.apply(blocks)
    for (const { slug, line } of changed) {
      const message = `The block of "${slug}" differs from its diagram`
      this.#report.add(staleBlock, file, { line, message, fix: REFRESH })
    }
  }

  /** Undefined for a block that is not compared. */
  #drawingOf(file: ProjectFile, block: MarkdownBlock): Promise<KnownDrawing> | undefined {
    const script = this.#scripts.get(block.slug)
    if (script === undefined) {
      if (this.#search.isWhole) throw unknownSlug(file.path, block, this.#scripts.keys())
      return undefined
    }
    const isDrawn = this.#drawings.has(block.slug)
    if (!isDrawn && !this.#report.mayDraw(staleBlock, file, block.line)) return undefined
    const { style } = this.#search.project.config
    return valueFor(this.#drawings, block.slug, () =>
      KnownDrawing.of(script, { choice: {}, style }),
    )
  }

  async #comparePicture(picture: RecordedPicture): Promise<void> {
    const { slug } = picture.record
    if (!this.#changedSlugs.has(slug) && !this.#isChanged(picture)) return

    const { isWhole, project } = this.#search
    const script = this.#scripts.get(slug)
    if (script === undefined) {
      const message = `No script has the slug "${slug}", which this picture shows`
      const fix = 'Delete the picture, or draw another script to this file.'
      if (isWhole) this.#report.add(stalePicture, picture, { message, fix })
      return
    }
    if (!this.#report.mayDraw(stalePicture, picture)) return
    const compared = await compareRecorded(picture, script, project.config.style)
    if (compared === undefined || compared.isCurrent) return
    const message = `The picture of "${slug}" differs from its diagram`
    this.#report.add(stalePicture, picture, { message, fix: REFRESH })
  }

  #isChanged(file: ProjectFile): boolean {
    return this.#search.changes.files.has(realPathOf(file.file))
  }

  async #isTouched({ file }: ProjectFile, { line, endLine }: MarkdownBlock): Promise<boolean> {
    return (await this.#lines())?.(realPathOf(file), line, endLine) === true
  }
}
