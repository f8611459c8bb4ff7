/** `topo render --check|--write`: compares pictures and blocks in Markdown files with the scripts, or updates them. */

import type { CommandResult } from '../../../cli/command/result.ts'
import type { Channel } from '../../../cli/io/channel.ts'
import type { Terminal } from '../../../cli/io/terminal.ts'
import { codeBlock } from '../../../diff/index.ts'
import { ExitCode, KnownError, refusedError } from '../../../errors.ts'
import { writeAtomic } from '../../../files/atomic.ts'
import { compareGenerated } from '../../../files/generated.ts'
import { assertInside } from '../../../files/path-containment.ts'
import { projectPath } from '../../../files/root.ts'
import { readFileIfExists, readFileWithin } from '../../../limits/files.ts'
import type { Project } from '../../../project/config/project.ts'
import {
  mermaid,
  mermaidRefusal,
  mermaidSequence,
  type Picture,
  sequencesOf,
  text,
} from '../../../render/index.ts'
import type { DrawResult } from '../../../review/draw-scripts.ts'
import { forMarkdown } from '../../../text/safe/for-markdown.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'
import type { RenderChoice, RenderTarget } from './choose-target.ts'
import {
  findMarkdownFiles,
  type MarkdownBlock,
  mayHaveBlocks,
  updateBlocks,
} from './markdown-blocks.ts'
import { onlyScenarios, pictureBytes } from './picture-bytes.ts'
import type { SetOf } from './picture-sets.ts'
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
}

export interface RefreshOptions {
  readonly drawn: readonly DrawResult[]
  /** Undefined without `--output`: only Markdown files are refreshed. */
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
  const items = [
    ...(await refreshPictures(options, terminal)),
    ...(await refreshMarkdown(options, terminal)),
  ]
  if (items.length === 0)
    terminal.note('Nothing to refresh: no picture, and no block in a Markdown file.')

  const isStale = items.some(({ state }) => state === 'stale' || state === 'missing')
  return {
    data: { items, totalCount: items.length },
    text: (out) =>
      items
        .filter(({ state }) => state !== 'current')
        .map((item) => itemLine(item, out))
        .join('\n'),
    exitCode: exitCodeOf(items, isStale),
    ...(isStale && { nextStep: 'run the same command with --write' }),
  }
}

function itemLine({ slug, path, line, state, reason }: RefreshItem, out: Channel): string {
  const lineNumber = line === null ? '' : `:${line}`
  const place = path === null ? slug : `${path}${lineNumber}`
  const parts = [state, place, reason ?? slug].map(forTerminal)
  return parts.join(out.isTerminal ? '  ' : '\t')
}

function exitCodeOf(items: readonly RefreshItem[], isStale: boolean): ExitCode {
  if (items.some(({ state }) => state === 'failed')) return ExitCode.refused
  return isStale ? ExitCode.differences : ExitCode.ok
}

async function refreshPictures(
  { drawn, target, choice, setOf, writes }: RefreshOptions,
  terminal: Terminal,
): Promise<RefreshItem[]> {
  const items: RefreshItem[] = []
  const boundary = target?.boundary
  for (const { checked, picture } of drawn) {
    const { slug, content } = checked.script
    if (picture === undefined) items.push(invalid(slug))
    else if (target?.file !== undefined) {
      const chosen = onlyScenarios(picture, choice.scenario)
      const set = setOf(checked.script, picture)
      const bytes = await pictureBytes(chosen, { target, choice, about: content, set })
      items.push(await refreshFile({ slug, file: target.file(slug), bytes, boundary }, writes))
    }
  }
  const index = target && (await siteIndex(drawn, target, choice, terminal))
  if (index) items.push(await refreshFile({ slug: 'index', ...index, boundary }, writes))
  return items
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
  const path = projectPath(process.cwd(), file)
  if (boundary !== undefined) assertInside(boundary, file, path)
  const replaced = await readFileIfExists('replaced', file, path)
  const { state, bytes } = compareGenerated(replaced, content)
  const isWritten = writes && state !== 'current'
  if (isWritten) await writeAtomic(file, bytes, { durable: false })
  return { ...place(slug, path, null), state: isWritten ? 'written' : state }
}

async function refreshMarkdown(
  options: RefreshOptions,
  terminal: Terminal,
): Promise<RefreshItem[]> {
  const items: RefreshItem[] = []
  for (const file of await findMarkdownFiles(options.project)) {
    const path = projectPath(options.project.root, file)
    try {
      items.push(...(await refreshBlocks({ file, path }, options, terminal)))
    } catch (error) {
      // The failure of one file does not stop the others.
      if (!(error instanceof KnownError)) throw error
      const { code, message: reason } = error
      items.push({ ...place('', path, null), state: 'failed', error: code, reason })
    }
  }
  return items
}

interface MarkdownFile {
  /** An absolute path. */
  readonly file: string
  /** In the project, for messages. */
  readonly path: string
}

async function refreshBlocks(
  { file, path }: MarkdownFile,
  options: RefreshOptions,
  terminal: Terminal,
): Promise<RefreshItem[]> {
  const { writes } = options
  const bytes = await readFileWithin('readme', file, path)
  if (!mayHaveBlocks(bytes)) return []

  const blocks: MarkdownBlock[] = []
  const update = await updateBlocks(path, bytes, (block) => {
    blocks.push(block)
    return contentOf(block, path, options, terminal)
  })
  const { changed } = update
  if (changed.length > 0 && writes) await writeAtomic(file, update.bytes, { durable: false })

  const changedState = writes ? 'written' : 'stale'
  const changedLines = new Set(changed.map(({ line }) => line))
  return blocks.map(({ slug, line }) => ({
    ...place(slug, path, line),
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
  const { slug, format, scenario } = block
  const location = `${path}:${block.line}`
  const result = drawn.find(({ checked }) => checked.script.slug === slug)
  if (result === undefined && isWhole) {
    const hint = 'Correct the slug, or remove the block.'
    throw blockError(location, `No script has the slug "${slug}".`, hint)
  }
  const picture = result?.picture
  if (picture === undefined) return undefined
  if (format === 'text') return codeBlock(text.write(picture), 'text')

  const diagrams = format === 'mermaid' ? [flowchart(picture)] : sequencesIn(picture, scenario)
  if (diagrams.length === 0) {
    const scenarios = scenario === undefined ? 'scenarios' : `scenario "${scenario}"`
    const hint = 'Correct the id, or remove the block.'
    throw blockError(location, `${slug} has no ${scenarios}.`, hint)
  }
  const edges = format === 'mermaid' ? picture.edges.length : 0
  for (const { diagram } of diagrams) {
    const refusal = mermaidRefusal(edges, diagram)
    if (refusal !== undefined) terminal.note(`${forTerminal(location)}: ${refusal}`)
  }
  return diagrams.map(({ title, diagram }) => title + codeBlock(diagram, 'mermaid')).join('\n')
}

const blockError = (location: string, message: string, hint: string): KnownError =>
  refusedError(`${location}: ${message}`, { code: 'TOPO_MARKDOWN_BLOCK', hint })

const flowchart = (picture: Picture) => ({
  title: '',
  diagram: mermaid.write(picture, { theme: 'light' }),
})

/** One without a title, or all with theirs. */
const sequencesIn = (picture: Picture, scenario: string | undefined) =>
  sequencesOf(picture)
    .filter(({ id }) => scenario === undefined || id === scenario)
    .map((sequence) => ({
      title: scenario === undefined ? `**${forMarkdown(sequence.title)}**\n\n` : '',
      diagram: mermaidSequence(sequence),
    }))

const place = (slug: string, path: string, line: number | null) => ({
  slug,
  path,
  line,
  error: null,
  reason: null,
})

const invalid = (slug: string): RefreshItem => ({
  slug,
  path: null,
  line: null,
  state: 'failed',
  error: 'TOPO_NOT_DRAWN',
  reason: 'The script has errors.',
})
