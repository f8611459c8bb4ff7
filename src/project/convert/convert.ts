/** Converts files of other diagram tools into scripts of the project. Each file has its own result: one that cannot be read costs no other. */
import { type LeftOut, type Reader, scriptOfDrawing } from '../../convert/index.ts'
import { ExitCode, type KnownError, usageError } from '../../errors.ts'
import { writeAtomic } from '../../files/atomic.ts'
import { compareGenerated } from '../../files/generated.ts'
import { projectPath } from '../../files/root.ts'
import { once } from '../../grouped.ts'
import { readFileIfExists } from '../../limits/files.ts'
import type { Project } from '../config/project.ts'
import { writeHeader } from '../script/header/header-text.ts'
import { slugOfEachFile } from '../select/slugs.ts'
import type { Source } from './find-sources.ts'
import { chooseIds, ProjectScripts } from './project-scripts.ts'
import { known, readDrawings } from './read-drawings.ts'
import { ScriptPlaces } from './script-places.ts'
import { type RenamedId, WantedScript } from './wanted-script.ts'

/** A name in a list is as long as a line. */
const MOST_TITLE = 120

/** The result of one diagram, or of a file without one. */
export interface ConvertedItem {
  readonly action: 'created' | 'overwritten' | 'unchanged' | 'failed' | 'skipped'
  readonly source: string
  /** Line of the source where the diagram starts, from 1. */
  readonly line: number
  /** The script, relative to the project's root. */
  readonly path: string | null
  readonly slug: string | null
  readonly nodes: number
  readonly connections: number
  readonly scenarios: number
  /** Ids that other diagrams give other labels, and those that the script has instead. */
  readonly renamedIds: readonly RenamedId[]
  /** That of the script, because most of its ids are other things in other diagrams. */
  readonly namespace: string | null
  readonly leftOut: readonly LeftOut[]
  readonly error: string | null
  readonly reason: string
  readonly hint: string | null
  readonly exitCode: ExitCode
}

export interface ConvertOptions {
  readonly project: Project
  /** Absolute folder of the scripts. */
  readonly into: string
  /** The folder that no script leaves through a link: that of `--into`, or the project. */
  readonly boundary: string
  readonly from?: Reader['name'] | undefined
  /** Overwrites files with other content. */
  readonly force: boolean
  /** False for `--dry-run`. */
  readonly writes: boolean
  /** Milliseconds for each file. */
  readonly timeout?: number
}

/** The result of a source that gives no script, or a script that may be written. */
type ReadSource =
  | { readonly item: ConvertedItem; readonly script?: undefined }
  | (ScriptOfSource & { readonly item?: undefined })

interface ScriptOfSource {
  readonly source: Source
  readonly line: number
  readonly script: WantedScript
}

/** Reads all sources, and chooses ids for all scripts. Then it writes one after the other, so that what is done stays if the run is interrupted. */
export async function* convertSources(
  sources: readonly Source[],
  options: ConvertOptions,
): AsyncGenerator<ConvertedItem> {
  const scriptsOnDisk = once(() => ProjectScripts.read(options.project))
  const reads: ReadSource[] = []
  for await (const read of readSources(sources, options, scriptsOnDisk)) reads.push(read)

  const scripts = reads.flatMap(({ script }) => script ?? [])
  if (scripts.length > 0) await chooseIds(scripts, await scriptsOnDisk(), options.force)
  for (const read of reads) {
    yield read.item ?? (await written(read, options))
  }
}

async function* readSources(
  sources: readonly Source[],
  options: ConvertOptions,
  scriptsOnDisk: () => Promise<ProjectScripts>,
): AsyncGenerator<ReadSource> {
  const slugs = await slugOfEachFile(options.project)
  const places = new ScriptPlaces(options.project, options.into, slugs)
  for (const source of sources) {
    if (source.skipped !== undefined) {
      yield { item: skippedItem(source, source.skipped) }
      continue
    }
    try {
      for (const read of await readDrawings(source, options)) {
        if (read.error) {
          yield { item: unreadItem(source, read.error, read) }
          continue
        }
        const { drawing, line } = read
        const place = places.placeOf(source.file, drawing.name)
        const there = await (await scriptsOnDisk()).at(place.file)
        yield { source, line, script: new WantedScript(place, drawing, there) }
      }
    } catch (error) {
      yield { item: unreadItem(source, known(error), { line: 1, isInMarkdown: false }) }
    }
  }
}

async function written(read: ScriptOfSource, options: ConvertOptions): Promise<ConvertedItem> {
  try {
    return await write(read, options)
  } catch (error) {
    return unreadItem(read.source, known(error), { line: 1, isInMarkdown: false })
  }
}

/** Writes the script of a diagram, unless its file exists with other content. */
async function write(
  { source, line, script }: ScriptOfSource,
  { project, boundary, force, writes }: ConvertOptions,
): Promise<ConvertedItem> {
  const { drawing, ids, namespace, place } = script
  const { file, slug, name, defaults } = place
  const code = scriptOfDrawing(drawing, ids)
  const heading = drawing.title || drawing.name
  const title = heading.replace(/\s+/g, ' ').trim().slice(0, MOST_TITLE)
  const { direction } = drawing
  const metadata = { ...defaults, name: title || name, slug, namespace, direction }
  const item = {
    source: source.name,
    line,
    path: projectPath(project.root, file),
    slug,
    nodes: drawing.nodes.length,
    connections: drawing.connections.length,
    scenarios: drawing.scenarios.length,
    renamedIds: script.renamedIds,
    namespace: namespace ?? null,
    leftOut: drawing.leftOut,
    error: null,
    reason: '',
    hint: null,
    exitCode: ExitCode.ok,
  }
  const there = await readFileIfExists('replaced', file, item.path)
  const { state, bytes } = compareGenerated(there, writeHeader(metadata, defaults, code) + code)
  if (state === 'current') return { ...item, action: 'unchanged' }
  if (state === 'stale' && !force) {
    const error = usageError(`${item.path} already exists.`, {
      code: 'TOPO_FILE_EXISTS',
      hint: 'Add --force to overwrite it, or choose another folder with --into.',
    })
    return { ...item, ...failed(error) }
  }
  if (writes) await writeAtomic(file, bytes, { root: project.root, boundary })
  return { ...item, action: state === 'missing' ? 'created' : 'overwritten' }
}

const failed = ({ code, message, hint, exitCode }: KnownError) =>
  ({ action: 'failed', error: code, reason: message, hint: hint ?? null, exitCode }) as const

const NOTHING = {
  path: null,
  slug: null,
  nodes: 0,
  connections: 0,
  scenarios: 0,
  renamedIds: [],
  namespace: null,
  leftOut: [],
} as const

/** A diagram in another language is skipped if nobody named it: it was found in a folder, or is a block of Markdown. */
function unreadItem(
  { name, isFound }: Source,
  error: KnownError,
  { line, isInMarkdown }: { readonly line: number; readonly isInMarkdown: boolean },
): ConvertedItem {
  const { leftOut = [] } = (error.details ?? {}) as { leftOut?: readonly LeftOut[] }
  const item: ConvertedItem = { ...NOTHING, source: name, line, leftOut, ...failed(error) }
  const isSkipped = error.code === 'TOPO_NO_DIAGRAM' && (isFound || isInMarkdown)
  return isSkipped ? { ...item, action: 'skipped', error: null, exitCode: ExitCode.ok } : item
}

const skippedItem = ({ name }: Source, reason: string): ConvertedItem => ({
  ...NOTHING,
  source: name,
  line: 1,
  action: 'skipped',
  error: null,
  reason,
  hint: null,
  exitCode: ExitCode.ok,
})
