/** `topo render --check|--write`: compares pictures and blocks in Markdown files with the scripts, or updates them. */

import { withTotals } from '../../../cli/command/list-result.ts'
import type { CommandResult } from '../../../cli/command/result.ts'
import type { Terminal } from '../../../cli/io/terminal.ts'
import { ExitCode, KnownError } from '../../../errors.ts'
import { writeAtomic } from '../../../files/atomic.ts'
import { unknownSlug } from '../../../review/refresh/block-content.ts'
import { BlockUpdater } from '../../../review/refresh/block-updater.ts'
import {
  findMarkdownFiles,
  type ProjectFile,
  picturesOf,
  type RecordedPicture,
  readProjectFile,
} from '../../../review/refresh/find-files.ts'
import {
  BlockError,
  mayHaveBlocks,
  type PlacedBlock,
  readBlocks,
} from '../../../review/refresh/markdown-blocks.ts'
import { compareRecorded } from '../../../review/refresh/recorded-picture.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'
import { countedEach } from '../../../text/words.ts'
import { pictureBytes } from './picture-bytes.ts'
import { RecordedSets } from './picture-sets.ts'
import { beginRefresh, type Refresh, type RefreshRequest } from './refresh-drawings.ts'
import {
  invalidItem,
  itemLine,
  pathOfItem,
  placed,
  type RefreshItem,
  refreshFile,
} from './refresh-item.ts'
import { refreshTarget } from './refresh-target.ts'

export async function refreshResult(
  options: RefreshRequest,
  terminal: Terminal,
): Promise<CommandResult> {
  const { target } = options
  const refresh = await beginRefresh(options, terminal)
  const items = [
    ...(target ? await refreshTarget(refresh, target) : await refreshRecorded(refresh)),
    ...(await refreshMarkdown(refresh)),
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

function exitCodeOf(items: readonly RefreshItem[], isStale: boolean): ExitCode {
  if (items.some(({ state }) => state === 'failed')) return ExitCode.refused
  return isStale ? ExitCode.differences : ExitCode.ok
}

/** The pictures that git tracks, each as it was drawn; those of other scripts are left as they are. */
async function refreshRecorded(refresh: Refresh): Promise<RefreshItem[]> {
  const { drawn, project } = refresh
  const items = drawn
    .filter(({ names }) => names.picture === undefined)
    .map(({ drawing }) => invalidItem(drawing.script.slug))
  const sets = new RecordedSets(project)
  const indexes = new Set<string>()
  for (const recorded of await picturesOf(project)) {
    const { slug } = recorded.record
    const [item] = await attempt(recorded, slug, () => refreshPicture(recorded, refresh, sets))
    if (item === undefined) continue
    items.push(item)
    const index = item.state === 'current' ? undefined : await sets.indexBeside(recorded)
    if (index !== undefined) indexes.add(index)
  }
  for (const index of indexes) noteIndex(index, refresh)
  return items
}

/**
 * An index shows all diagrams of a run, so that it is drawn only with all of them, and with the
 * flags of that run.
 */
function noteIndex(index: string, { terminal }: Refresh): void {
  const path = forTerminal(pathOfItem(index))
  terminal.note(`${path} also shows these diagrams. To update it, draw its folder as before.`)
}

async function refreshPicture(
  recorded: RecordedPicture,
  { drawn, project, choice }: Refresh,
  sets: RecordedSets,
): Promise<RefreshItem[]> {
  const { slug } = recorded.record
  const one = drawn.find(({ drawing }) => drawing.script.slug === slug)
  if (one?.names.picture === undefined) return []

  const compared = await compareRecorded(recorded, one.drawing.script, project.config.style)
  if (compared === undefined) return []
  const { file } = recorded
  const path = pathOfItem(file)
  if (compared.isCurrent) return [{ ...placed(slug, path, null), state: 'current' }]
  if (!choice.write) return [{ ...placed(slug, path, null), state: 'stale' }]
  const { picture, request } = compared
  const set = await sets.setOf(recorded, compared)
  const bytes = await pictureBytes(picture, { ...request, slug, set })
  return [await refreshFile({ slug, file, bytes, boundary: project.root }, choice.write)]
}

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
    const place = placed(slug, pathOfItem(file), line)
    return [{ ...place, state: 'failed', error: code, reason, hint }]
  }
}

async function refreshMarkdown(refresh: Refresh): Promise<RefreshItem[]> {
  const { layer, direction } = refresh.choice
  if (layer !== undefined || direction !== undefined) {
    refresh.terminal.note(
      'Blocks in Markdown files stay as they are: --layer and --direction are for pictures.',
    )
    return []
  }
  const items: RefreshItem[] = []
  for (const file of await findMarkdownFiles(refresh.project))
    items.push(...(await attempt(file, '', () => refreshBlocks(file, refresh))))
  return items
}

async function refreshBlocks(
  { file, path }: ProjectFile,
  refresh: Refresh,
): Promise<RefreshItem[]> {
  const bytes = await readProjectFile('readme', { file, path })
  if (!mayHaveBlocks(bytes)) return []

  const { write: writes } = refresh.choice
  const blocks = await readBlocks(path, bytes)
  const updater = new BlockUpdater(path, bytes)
  for (const block of blocks) await addBlock(block, updater, path, refresh)
  const update = updater.apply(blocks)
  const { changed } = update
  if (changed.length > 0 && writes) await writeAtomic(file, update.bytes, { durable: false })

  const changedState = writes ? 'written' : 'stale'
  const changedLines = new Set(changed.map(({ line }) => line))
  return blocks.map(({ slug, line }) => ({
    ...placed(slug, pathOfItem(file), line),
    state: changedLines.has(line) ? changedState : 'current',
  }))
}

/**
 * Leaves out the block of a script that does not run, which is reported already, and of one that
 * was not chosen.
 */
async function addBlock(
  block: PlacedBlock,
  updater: BlockUpdater,
  path: string,
  { drawn, isWhole, terminal }: Refresh,
): Promise<void> {
  const one = drawn.find(({ drawing }) => drawing.script.slug === block.slug)
  if (one === undefined && isWhole) {
    const slugs = drawn.map(({ drawing }) => drawing.script.slug)
    throw unknownSlug(path, block, slugs)
  }
  if (one?.names.picture === undefined) return
  const place = forTerminal(`${path}:${block.line}`)
  await updater.add(block, one.drawing, (why) => terminal.note(`${place}: ${why}`))
}
