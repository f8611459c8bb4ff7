/** Compares two scripts: topology, metadata and text. */
import {
  type Change,
  changesBetween,
  cropToChanges,
  type FieldChange,
  unionOf,
} from '../../diff/index.ts'
import { withinTime } from '../../platform/node/within-time.ts'
import { type Examine, examine } from '../../project/check/examine.ts'
import {
  CONTENT_FIELDS,
  type ContentField,
  changedFields,
  type ScriptContent,
} from '../../project/script/content.ts'
import { fileSlugOf } from '../../project/script/metadata.ts'
import {
  type ComparedPictures,
  type ComparisonLook,
  type Direction,
  layoutComparison,
} from '../../render/index.ts'
import { withLineFeeds } from '../../text/line-ends.ts'
import type { Topology } from '../../topology/index.ts'
import type { Divergence } from '../merge/divergence.ts'

export interface ComparedScript {
  /** Display name: a path, a slug, or a path at a revision. */
  readonly name: string
  readonly content: ScriptContent
  /** Text for the line by line diff. */
  readonly text: string
  /** Path of a local script, whose slug may come from its file name. */
  readonly file?: string | undefined
  /** Where its connections lead, by the header of a local script. */
  readonly direction?: Direction | undefined
}

export interface Difference {
  readonly before: string
  readonly after: string
  readonly same: boolean
  /** Changes of name, tags, visibility and other metadata. */
  readonly metadata: readonly FieldChange[]
  /** Null if one of the scripts does not run. */
  readonly topology: readonly Change[] | null
  /** Unified diff of the text; empty if equal. */
  readonly patch: string
  /** Changes by side; only if both changed since the last sync. */
  readonly divergence?: Divergence
}

export interface Comparison {
  readonly difference: Difference
  /**
   * Draws what changed; null if one of the scripts does not run.
   * @param context crops the pictures to the changes and what this number of connections lead to
   */
  readonly pictures: (context?: number) => ComparisonPictures | null
}

export interface ComparisonPictures {
  readonly pictures: ComparedPictures
  readonly changes: readonly Change[]
  /** Number of nodes that the pictures do not show. */
  readonly leftOut: number
}

/** @param ask runs the scripts, in this thread or in a pool */
export async function compareScripts(
  before: ComparedScript,
  after: ComparedScript,
  ask: Examine = examine,
): Promise<Comparison> {
  const [was, is] = await Promise.all([topologyOf(before, ask), topologyOf(after, ask)])
  const difference: Difference = {
    ...(await differenceBetween(before, after)),
    topology: was && is ? changesBetween(was, is) : null,
  }
  return {
    difference,
    pictures: (context) => {
      const title = `${before.name} → ${after.name}`
      const look = { title, scriptDirection: directionOf(before, after) }
      return was && is ? drawComparison(was, is, look, context) : null
    },
  }
}

/**
 * @param context crops the pictures to the changes and what this number of connections lead to
 * @throws KnownError `TOPO_PICTURE_TOO_LARGE`
 */
export function drawComparison(
  was: Topology,
  is: Topology,
  look: ComparisonLook,
  context?: number,
): ComparisonPictures {
  const union = unionOf(was, is)
  const both = context === undefined ? union.topology : cropToChanges(union, context)
  const pictures = withinTime(() =>
    layoutComparison({ both, before: union.before, after: is, marks: union }, look),
  )
  return {
    pictures,
    changes: union.changes,
    leftOut: union.topology.nodes.length - both.nodes.length,
  }
}

/** That of the newer script; a remote one has no header. */
export const directionOf = (before: ComparedScript, after: ComparedScript): Direction | undefined =>
  (after.file === undefined ? before : after).direction

/** Compares metadata and text, without running the scripts. */
export async function differenceBetween(
  before: ComparedScript,
  after: ComparedScript,
): Promise<Pick<Difference, 'before' | 'after' | 'same' | 'metadata' | 'patch'>> {
  const metadata = metadataChanges(before, after)
  const patch = await createPatch(before, after)
  const isSameCode = withLineFeeds(before.content.code) === withLineFeeds(after.content.code)
  return {
    before: before.name,
    after: after.name,
    metadata,
    patch,
    same: metadata.length === 0 && isSameCode,
  }
}

/** Added and removed lines. Above this a full replacement is shown, since a diff would take minutes. */
const MAX_EDITS = 4_000

async function createPatch(before: ComparedScript, after: ComparedScript): Promise<string> {
  const was = withLineFeeds(before.text)
  const is = withLineFeeds(after.text)
  if (was === is) return ''
  const { createTwoFilesPatch } = await import('diff')
  const names = [oneLine(before.name), oneLine(after.name)] as const
  const limit = { maxEditLength: MAX_EDITS }
  const patch = createTwoFilesPatch(...names, was, is, undefined, undefined, limit)
  const signed = (sign: string, text: string) => {
    if (text === '') return []
    const lines = text.replace(/\n$/, '').split('\n')
    return lines.map((line) => sign + line)
  }
  const whole = () => [
    `--- ${names[0]}`,
    `+++ ${names[1]}`,
    ...signed('-', was),
    ...signed('+', is),
  ]
  return (patch?.split('\n').slice(1) ?? whole()).join('\n')
}

const oneLine = (name: string): string => name.replace(/\s+/g, ' ')

/** Undefined if the script does not run, or is not a topology. */
export async function topologyOf(
  { content: { type, code } }: ComparedScript,
  ask: Examine = examine,
): Promise<Topology | undefined> {
  return type === 'topology' ? (await ask(code, { topology: true })).topology : undefined
}

function metadataChanges(before: ComparedScript, after: ComparedScript): FieldChange[] {
  const changed = new Set(changedFields(before.content, after.content))
  for (const field of fieldsOfFileName(before, after)) changed.delete(field)
  const fields = CONTENT_FIELDS.filter((field) => field !== 'code' && changed.has(field))
  const changes = fields.map((field) => ({
    field,
    before: before.content[field],
    after: after.content[field],
  }))
  return [...changes, ...directionChange(before, after)]
}

/** Only files have a direction: it is never sent. */
function directionChange(before: ComparedScript, after: ComparedScript): FieldChange[] {
  const areFiles = before.file !== undefined && after.file !== undefined
  if (!areFiles || before.direction === after.direction) return []
  return [
    {
      field: 'direction',
      before: before.direction ?? null,
      after: after.direction ?? null,
    },
  ]
}

/** Fields that differ only because a file has another name: a copy of a file is the same script. */
function fieldsOfFileName(...sides: [ComparedScript, ComparedScript]): ContentField[] {
  const isLocal = sides.some(({ file }) => file !== undefined)
  if (!isLocal || !sides.every(hasDefaultSlug)) return []
  const areNamedSo = sides.every(({ content: { name, slug } }) => name === slug)
  return areNamedSo ? ['slug', 'name'] : ['slug']
}

const hasDefaultSlug = ({ file, content }: ComparedScript): boolean =>
  file === undefined || content.slug === fileSlugOf(file)
