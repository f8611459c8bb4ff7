/** `topo render --check|--write`: compares pictures and blocks in Markdown files with the scripts, or updates them. */

import { withTotals } from '../../../cli/command/list-result.ts'
import type { CommandResult } from '../../../cli/command/result.ts'
import type { Channel } from '../../../cli/io/channel.ts'
import type { Terminal } from '../../../cli/io/terminal.ts'
import { ExitCode, KnownError } from '../../../errors.ts'
import { writeAtomic } from '../../../files/atomic.ts'
import { compareGenerated } from '../../../files/generated.ts'
import { assertInside } from '../../../files/path-containment.ts'
import { projectPath } from '../../../files/root.ts'
import { readFileIfExists } from '../../../limits/files.ts'
import type { Project } from '../../../project/config/project.ts'
import type { DrawResult } from '../../../review/draw-scripts.ts'
import { blockContent, unknownSlug } from '../../../review/refresh/block-content.ts'
import {
  findMarkdownFiles,
  type ProjectFile,
  picturesOf,
  type RecordedPicture,
  readProjectFile,
} from '../../../review/refresh/find-files.ts'
import {
  BlockError,
  type MarkdownBlock,
  mayHaveBlocks,
  readBlocks,
  replaceBlocks,
} from '../../../review/refresh/markdown-blocks.ts'
import { onlyScenarios } from '../../../review/refresh/picture-document.ts'
import { recordAtStart, withoutRecord } from '../../../review/refresh/picture-record.ts'
import { compareRecorded } from '../../../review/refresh/recorded-picture.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'
import { countedEach, joined } from '../../../text/words.ts'
import { wrapText } from '../../../text/wrap.ts'
import type { RenderChoice, RenderTarget } from './choose-target.ts'
import { pictureBytes } from './picture-bytes.ts'
import { RecordedSets, type SetOf } from './picture-sets.ts'
import { siteIndex } from './site-index.ts'

/** A picture, or a block of a Markdown file. */
interface RefreshItem {
  readonly slug: string
  readonly path: string | null
  /** The first line of a block; null for a picture. */
  readonly line: number | null
  readonly state: 'current' | 'missing' | 'stale' | 'written' | 'failed'
  readonly error: string | null
  readonly reason: string | null
  readonly hint: string | null
}

export interface RefreshOptions {
  readonly drawn: readonly DrawResult[]
  /** Undefined without `--output`: then the pictures that git tracks are refreshed, as each was drawn. */
  readonly target: RenderTarget | undefined
  readonly choice: RenderChoice
  readonly project: Project
  readonly setOf: SetOf
  /** False only compares. */
  readonly writes: boolean
  /** True if the scripts are those of the project, so that a block must name one of them. */
  readonly isWhole: boolean
}

export async function refreshResult(
  options: RefreshOptions,
  terminal: Terminal,
): Promise<CommandResult> {
  const { target } = options
  const items = [
    ...(target ? await refreshTarget(options, target, terminal) : await refreshRecorded(options)),
    ...(await refreshMarkdown(options, terminal)),
  ]
  const isStale = items.some(({ state }) => state === 'stale' || state === 'missing')
  const result: CommandResult = {
    data: { items, totalCount: items.length },
    text: (out) =>
      items
        .filter(({ state }) => state !== 'current')
        .map((item) => itemLine(item, out))
        .join('\n'),
    whenEmpty: 'Nothing to refresh: no picture, and no block in a Markdown file.',
    exitCode: exitCodeOf(items, isStale),
    ...(isStale && { nextStep: nextStepOf(items) }),
  }
  return items.length === 0
    ? result
    : withTotals(result, countedEach(items.map(({ state }) => state)))
}

const nextStepOf = (items: readonly RefreshItem[]): string =>
  items.some(({ state }) => state === 'failed')
    ? 'correct what failed, and run the same command with --write'
    : 'run the same command with --write'

function itemLine({ slug, path, line, state, reason, hint }: RefreshItem, out: Channel): string {
  const lineNumber = line === null ? '' : `:${line}`
  const place = path === null ? slug : `${path}${lineNumber}`
  const why = reason === null ? slug : joined(' ', reason, hint)
  if (!out.isTerminal) return [state, place, why].map(forTerminal).join('\t')
  return wrapText(forTerminal(why), out.width, `${state}  ${forTerminal(place)}  `)
}

function exitCodeOf(items: readonly RefreshItem[], isStale: boolean): ExitCode {
  if (items.some(({ state }) => state === 'failed')) return ExitCode.refused
  return isStale ? ExitCode.differences : ExitCode.ok
}

async function refreshTarget(
  { drawn, choice, setOf, writes }: RefreshOptions,
  target: RenderTarget,
  terminal: Terminal,
): Promise<RefreshItem[]> {
  const items: RefreshItem[] = []
  const { boundary, file: fileOf } = target
  for (const { checked, picture } of drawn) {
    const { slug, content } = checked.script
    if (picture === undefined) items.push(invalid(slug))
    else if (fileOf !== undefined) {
      const chosen = onlyScenarios(picture, choice.scenario)
      const request = { form: target, choice, slug, about: content }
      const set = setOf(checked.script, picture)
      const bytes = await pictureBytes(chosen, { ...request, set })
      items.push(await refreshFile({ slug, file: fileOf(slug), bytes, boundary }, writes))
    }
  }
  const index = await siteIndex(drawn, target, choice, terminal)
  if (index) items.push(await refreshFile({ slug: 'index', ...index, boundary }, writes))
  return items
}

/** The pictures that git tracks, each as it was drawn; those of other scripts are left as they are. */
async function refreshRecorded(options: RefreshOptions): Promise<RefreshItem[]> {
  const { drawn, project } = options
  const items = drawn
    .filter(({ picture }) => picture === undefined)
    .map(({ checked }) => invalid(checked.script.slug))
  const sets = new RecordedSets(project)
  for (const recorded of await picturesOf(project)) {
    const { slug } = recorded.record
    items.push(...(await attempt(recorded, slug, () => refreshPicture(recorded, options, sets))))
  }
  return items
}

async function refreshPicture(
  recorded: RecordedPicture,
  { drawn, project, writes }: RefreshOptions,
  sets: RecordedSets,
): Promise<RefreshItem[]> {
  const { slug } = recorded.record
  const result = drawn.find(({ checked }) => checked.script.slug === slug)
  if (result?.picture === undefined) return []

  const compared = await compareRecorded(recorded, result.checked.script, project.config.style)
  if (compared === undefined) return []
  const { file } = recorded
  const { isCurrent, picture, request } = compared
  if (isCurrent || !writes) {
    const path = pathOf(file)
    return [{ ...placed(slug, path, null), state: isCurrent ? 'current' : 'stale' }]
  }
  const set = await sets.setOf(recorded, compared)
  const bytes = await pictureBytes(picture, { ...request, slug, set })
  return [await refreshFile({ slug, file, bytes, boundary: project.root }, writes)]
}

/** Relative to the working directory, so that it can be opened there. */
const pathOf = (file: string): string => projectPath(process.cwd(), file)

/** The failure of one file does not stop the others. */
async function attempt(
  { file }: ProjectFile,
  slug: string,
  work: () => Promise<RefreshItem[]>,
): Promise<RefreshItem[]> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    const { code, hint = null } = error
    const [line, reason] =
      error instanceof BlockError ? [error.line, error.reason] : [null, error.message]
    const place = placed(slug, pathOf(file), line)
    return [{ ...place, state: 'failed', error: code, reason, hint }]
  }
}

interface DrawnFile {
  readonly slug: string
  /** An absolute path. */
  readonly file: string
  readonly bytes: string | Uint8Array
  /** The folder that it must not leave through a link. */
  readonly boundary: string | undefined
}

async function refreshFile(
  { slug, file, bytes: content, boundary }: DrawnFile,
  writes: boolean,
): Promise<RefreshItem> {
  const path = pathOf(file)
  if (boundary !== undefined) assertInside(boundary, file, path)
  const replaced = await readFileIfExists('replaced', file, path)
  const compared = compareGenerated(replaced, content)
  const { bytes } = compared
  const isOlder = !writes && compared.state === 'stale' && isOlderPicture(replaced, content)
  const state = isOlder ? 'current' : compared.state
  const isWritten = writes && state !== 'current'
  if (isWritten) await writeAtomic(file, bytes, { durable: false })
  return { ...placed(slug, path, null), state: isWritten ? 'written' : state }
}

/** True for the same picture without a record, of an older topo: it shows the diagram. Writing adds the record. */
function isOlderPicture(replaced: Buffer | undefined, content: string | Uint8Array): boolean {
  if (replaced === undefined || recordAtStart(replaced) !== undefined) return false
  return compareGenerated(replaced, withoutRecord(content)).state === 'current'
}

async function refreshMarkdown(
  options: RefreshOptions,
  terminal: Terminal,
): Promise<RefreshItem[]> {
  const { layer, direction } = options.choice
  if (layer !== undefined || direction !== undefined) {
    terminal.note(
      'Blocks in Markdown files stay as they are: --layer and --direction are for pictures.',
    )
    return []
  }
  const items: RefreshItem[] = []
  for (const file of await findMarkdownFiles(options.project))
    items.push(...(await attempt(file, '', () => refreshBlocks(file, options, terminal))))
  return items
}

async function refreshBlocks(
  { file, path }: ProjectFile,
  options: RefreshOptions,
  terminal: Terminal,
): Promise<RefreshItem[]> {
  const { writes } = options
  const bytes = await readProjectFile('readme', { file, path })
  if (!mayHaveBlocks(bytes)) return []

  const blocks = await readBlocks(path, bytes)
  const update = replaceBlocks(bytes, blocks, (block) => contentOf(block, path, options, terminal))
  const { changed } = update
  if (changed.length > 0 && writes) await writeAtomic(file, update.bytes, { durable: false })

  const changedState = writes ? 'written' : 'stale'
  const changedLines = new Set(changed.map(({ line }) => line))
  return blocks.map(({ slug, line }) => ({
    ...placed(slug, pathOf(file), line),
    state: changedLines.has(line) ? changedState : 'current',
  }))
}

/** Undefined for a script that does not run, which is reported already, and for one that was not chosen. */
function contentOf(
  block: MarkdownBlock,
  path: string,
  { drawn, isWhole }: RefreshOptions,
  terminal: Terminal,
): string | undefined {
  const result = drawn.find(({ checked }) => checked.script.slug === block.slug)
  if (result === undefined && isWhole) {
    const slugs = drawn.map(({ checked }) => checked.script.slug)
    throw unknownSlug(path, block, slugs)
  }
  if (result?.picture === undefined) return undefined
  const place = forTerminal(`${path}:${block.line}`)
  return blockContent(block, result.picture, path, (why) => terminal.note(`${place}: ${why}`))
}

const placed = (slug: string, path: string, line: number | null) => ({
  slug,
  path,
  line,
  error: null,
  reason: null,
  hint: null,
})

const invalid = (slug: string): RefreshItem => ({
  slug,
  path: null,
  line: null,
  state: 'failed',
  error: 'TOPO_NOT_DRAWN',
  reason: 'The script has errors.',
  hint: null,
})
