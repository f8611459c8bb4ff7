/** What a reviewer is shown of each diagram that changed: what changed, in words, and pictures before and after. */
import { changesBetween, describeChange, fieldInWords, unionOf } from '../../diff/index.ts'
import { KnownError } from '../../errors.ts'
import { layout, mermaid, type Picture } from '../../render/index.ts'
import { internalProblem, type Topology } from '../../topology/index.ts'
import { type ComparedScript, differenceBetween, topologyOf } from '../compare/difference.ts'
import { scriptsAtRevision } from '../compare/history.ts'
import { toComparedScript } from '../compare/operands.ts'
import type { Project } from '../config/project.ts'
import { commitOf, tryGit, unknownRevision } from '../files/git.ts'
import type { ScriptContent } from '../script/content.ts'
import type { LocalScript } from '../script/load.ts'
import { changedScripts } from '../select/changed.ts'
import { deletedSince } from '../select/deleted.ts'

type Kind = 'added' | 'removed' | 'changed'

export interface DiagramReview {
  /** Relative to the project root. */
  path: string
  change: Kind
  /** What changed in the drawing and in what is said of it, a line each. */
  words: { change: Kind; text: string }[]
  /** What cannot be shown and why, as sentences. */
  notes: string[]
  /** As a Mermaid flowchart, with what was added and removed in colours; null where there is none to draw. */
  mermaid: string | null
  /** Unified diff of the text; empty where it is the same. */
  patch: string
  /** Where it is seen on the service, as a private draft with a share address. */
  draft?: string
  /** Names of files in the folder of the review. */
  pictures: { [picture in keyof ReviewPictures]?: string }
}

/** Those that can be drawn. */
export interface ReviewPictures {
  before?: Picture
  after?: Picture
  /** Both in one, with what became of each part. */
  changes?: Picture
}

export interface Reviewed {
  review: DiagramReview
  /** What would be sent now; undefined for what was removed. */
  content: ScriptContent | undefined
  pictures: ReviewPictures
}

/**
 * One after the other, so no more than one is held.
 *
 * @throws usage error `TOPO_UNKNOWN_REVISION` for what is no commit here, `TOPO_NO_GIT` outside of git's reach.
 */
export async function* reviewsSince(
  base: string,
  scripts: readonly LocalScript[],
  project: Project,
): AsyncGenerator<Reviewed> {
  const { root } = project
  if ((await commitOf(root, base)) === undefined) throw unknownRevision(base)
  const changed = await changedScripts(scripts, root, base)
  const revision = (await tryGit(root, ['merge-base', 'HEAD', base])) ?? base
  const gone = await deletedSince(revision, root)
  const before = await scriptsAtRevision(project, [...changed.map(({ path }) => path), ...gone], revision)
  for (const script of changed) {
    const reviewed = await reviewOf(script.path, before.get(script.path), toComparedScript(script))
    if (reviewed !== undefined) yield reviewed
  }
  for (const path of gone) {
    const reviewed = await reviewOf(path, before.get(path), undefined)
    if (reviewed !== undefined) yield reviewed
  }
}

/**
 * Of one diagram; what fails there is a note of it, and says nothing about others. Undefined where nothing changed.
 *
 * @param before undefined for what is new
 * @param after undefined for what was removed
 */
export async function reviewOf(
  path: string,
  before: ComparedScript | undefined,
  after: ComparedScript | undefined,
): Promise<Reviewed | undefined> {
  const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  const review = unseenReview(path, change)
  const [was, is] = await Promise.all([before, after].map((side) => side && topologyOf(side)))
  if (before && after) {
    const { same, metadata, patch } = await differenceBetween(before, after)
    if (same) return undefined
    review.patch = patch
    review.words = metadata.map((field) => ({ change: 'changed', text: fieldInWords(field) }))
  }
  const pictures: ReviewPictures = {}
  const attempt = (what: string, work: () => void) => {
    try {
      work()
    } catch (error) {
      const why = error instanceof KnownError ? error : internalProblem('drawing it', error)
      review.notes.push(`There is no picture ${what}: ${why.message}`)
    }
  }
  for (const [name, side, topology] of [
    ['before', before, was],
    ['after', after, is],
  ] as const) {
    if (side === undefined) continue
    if (topology === undefined) review.notes.push(unread(name, side))
    else
      attempt(name, () => {
        pictures[name] = layout(topology, { title: side.name })
      })
  }
  if (was && is)
    attempt('of the changes', () => {
      review.words.push(...wordsOf(was, is))
      const { topology, ...marks } = unionOf(was, is)
      pictures.changes = layout(topology, { title: `${before?.name} → ${after?.name}`, marks })
    })
  review.mermaid = flowchart(pictures.changes ?? (change === 'added' ? pictures.after : pictures.before))
  return { review, pictures, content: after?.content }
}

/** Says that it changed, and not what. */
export const unseenReview = (path: string, change: Kind): DiagramReview => ({
  ...{ path, change, words: [], notes: [], mermaid: null, patch: '', pictures: {} },
})

const unread = (name: 'before' | 'after', { content: { type } }: ComparedScript): string =>
  type === 'topology'
    ? `There is no picture ${name}: the script does not run.`
    : `There is no picture ${name}: a script of type "${type}" draws no topology.`

const wordsOf = (was: Topology, is: Topology): DiagramReview['words'] =>
  changesBetween(was, is).map((one) => ({ change: one.change, text: `${one.change} ${describeChange(one)}` }))

/** GitHub draws no flowchart with more edges, and none whose text is longer. */
const MOST_EDGES = 500
const LONGEST = 50_000

function flowchart(picture: Picture | undefined): string | null {
  if (picture === undefined || picture.edges.length > MOST_EDGES) return null
  const text = mermaid.write(picture, { theme: 'light' })
  return text.length > LONGEST ? null : text
}
