/** `topo render --check|--write`: compares pictures and blocks in Markdown files with the scripts, or updates them. */
import { codeBlock } from '../../diff/index.ts'
import { ExitCode, KnownError, refusedError } from '../../errors.ts'
import { readFileIfExists, readFileWithin } from '../../limits/files.ts'
import type { Project } from '../../project/config/project.ts'
import type { DrawResult } from '../../project/draw/draw-scripts.ts'
import {
  findMarkdownFiles,
  type MarkdownBlock,
  mayHaveBlocks,
  updateBlocks,
} from '../../project/draw/markdown-blocks.ts'
import { writeAtomic } from '../../project/files/atomic.ts'
import { compareGenerated } from '../../project/files/generated.ts'
import { assertInside } from '../../project/files/path-containment.ts'
import { projectPath } from '../../project/files/root.ts'
import {
  mermaid,
  mermaidRefusal,
  mermaidSequence,
  type Picture,
  sequencesOf,
  text,
} from '../../render/index.ts'
import { forMarkdown } from '../../text/for-markdown.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import type { CommandResult } from '../command/result.ts'
import type { Terminal } from '../io/terminal.ts'
import type { RenderChoice, RenderTarget } from './choose-target.ts'
import { onlyScenarios, pictureBytes } from './picture-bytes.ts'
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
  const failed = items.some(({ state }) => state === 'failed')
  const stale = items.some(({ state }) => state === 'stale' || state === 'missing')
  if (items.length === 0)
    terminal.note('Nothing to refresh: no picture, and no block in a Markdown file.')
  return {
    data: { items, totalCount: items.length },
    text: (out) =>
      items
        .filter(({ state }) => state !== 'current')
        .map(({ slug, path, line, state, reason }) => {
          const place = path === null ? slug : line === null ? path : `${path}:${line}`
          const parts = [state, place, reason ?? slug].map(forTerminal)
          return out.isTerminal ? parts.join('  ') : parts.join('\t')
        })
        .join('\n'),
    exitCode: failed ? ExitCode.refused : stale ? ExitCode.differences : ExitCode.ok,
    ...(stale && { nextStep: 'run the same command with --write' }),
  }
}

async function refreshPictures(
  { drawn, target, choice, writes }: RefreshOptions,
  terminal: Terminal,
): Promise<RefreshItem[]> {
  const items: RefreshItem[] = []
  const refresh = async (slug: string, file: string, content: string | Uint8Array) => {
    const path = projectPath(process.cwd(), file)
    if (target?.boundary !== undefined) assertInside(target.boundary, file, path)
    const there = await readFileIfExists('replaced', file, path)
    const { state, bytes } = compareGenerated(there, content)
    const isWritten = writes && state !== 'current'
    if (isWritten) await writeAtomic(file, bytes, { durable: false })
    items.push({ ...place(slug, path, null), state: isWritten ? 'written' : state })
  }
  for (const { checked, picture } of drawn) {
    const { slug, content } = checked.script
    if (picture === undefined) items.push(invalid(slug))
    else if (target?.file !== undefined) {
      const bytes = await pictureBytes(
        onlyScenarios(picture, choice.scenario),
        target,
        choice,
        content,
      )
      await refresh(slug, target.file(slug), bytes)
    }
  }
  const index = target && (await siteIndex(drawn, target, choice, terminal))
  if (index) await refresh('index', index.file, index.bytes)
  return items
}

async function refreshMarkdown(
  options: RefreshOptions,
  terminal: Terminal,
): Promise<RefreshItem[]> {
  const { project, writes } = options
  const items: RefreshItem[] = []
  for (const file of await findMarkdownFiles(project)) {
    const path = projectPath(project.root, file)
    try {
      const bytes = await readFileWithin('readme', file, path)
      if (!mayHaveBlocks(bytes)) continue
      const seen: MarkdownBlock[] = []
      const { bytes: fresh, changed } = await updateBlocks(path, bytes, (block) => {
        seen.push(block)
        return contentOf(block, path, options, terminal)
      })
      if (changed.length > 0 && writes) await writeAtomic(file, fresh, { durable: false })
      const differs = writes ? 'written' : 'stale'
      for (const block of seen)
        items.push({
          ...place(block.slug, path, block.line),
          state: changed.some(({ line }) => line === block.line) ? differs : 'current',
        })
    } catch (error) {
      // The failure of one file does not stop the others.
      if (!(error instanceof KnownError)) throw error
      items.push({
        ...place('', path, null),
        state: 'failed',
        error: error.code,
        reason: error.message,
      })
    }
  }
  return items
}

/** Undefined for a script that does not run, which is reported already, and for one that was not chosen. */
function contentOf(
  { slug, format, scenario, line }: MarkdownBlock,
  path: string,
  { drawn, isWhole }: RefreshOptions,
  terminal: Terminal,
): string | undefined {
  const fail = (message: string, hint: string): KnownError =>
    refusedError(`${path}:${line}: ${message}`, {
      code: 'TOPO_MARKDOWN_BLOCK',
      hint,
    })
  const found = drawn.find(({ checked }) => checked.script.slug === slug)
  if (found === undefined && isWhole)
    throw fail(`No script has the slug "${slug}".`, 'Correct the slug, or remove the block.')
  const picture = found?.picture
  if (picture === undefined) return undefined
  if (format === 'text') return codeBlock(text.write(picture), 'text')
  const diagrams = format === 'mermaid' ? [flowchart(picture)] : sequencesIn(picture, scenario)
  if (diagrams.length === 0)
    throw fail(
      scenario === undefined
        ? `${slug} has no scenarios.`
        : `${slug} has no scenario "${scenario}".`,
      'Correct the id, or remove the block.',
    )
  for (const { diagram } of diagrams) {
    const refusal = mermaidRefusal(format === 'mermaid' ? picture.edges.length : 0, diagram)
    if (refusal !== undefined) terminal.note(`${forTerminal(`${path}:${line}`)}: ${refusal}`)
  }
  return diagrams.map(({ title, diagram }) => title + codeBlock(diagram, 'mermaid')).join('\n')
}

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
  error: 'TOPO_INVALID_SCRIPT',
  reason: 'The script has errors.',
})
