/** Two scripts, from wherever they come → what differs: what they draw, what is said of them, and their text. */
import { type Change, changesBetween, type FieldChange, unionOf } from '../diff/index.ts'
import { layout, type Picture } from '../render/index.ts'
import { readTopology, type Topology } from '../topology/index.ts'
import { CONTENT_FIELDS, changedFields, type ScriptContent } from './content.ts'
import type { Divergence } from './divergence.ts'

/** One of the two. */
export interface Side {
  /** What people call it: a path, a slug, a path at a revision. */
  readonly name: string
  readonly content: ScriptContent
  /** What is compared line by line. */
  readonly text: string
}

export interface Difference {
  readonly before: string
  readonly after: string
  readonly same: boolean
  /** Name, tags, visibility and so on. */
  readonly metadata: readonly FieldChange[]
  /** Null where one of the two does not run. */
  readonly topology: readonly Change[] | null
  /** Unified diff of the text; empty where it is the same. */
  readonly patch: string
  /** Where both have changed since they were last the same: who changed what. */
  readonly divergence?: Divergence
}

export interface Comparison {
  readonly difference: Difference
  /** Both in one, with what became of each part; null where one of the two does not run. */
  readonly picture: () => Picture | null
}

export async function differenceBetween(before: Side, after: Side): Promise<Difference> {
  return (await comparisonBetween(before, after)).difference
}

export async function comparisonBetween(before: Side, after: Side): Promise<Comparison> {
  const { createTwoFilesPatch } = await import('diff')
  const [was, is] = [await topologyOf(before), await topologyOf(after)]
  const metadata = metadataChanges(before.content, after.content)
  const patch =
    before.text === after.text
      ? ''
      : createTwoFilesPatch(oneLine(before.name), oneLine(after.name), before.text, after.text)
          .split('\n')
          .slice(1)
          .join('\n')
  const difference: Difference = {
    before: before.name,
    after: after.name,
    same: metadata.length === 0 && before.content.code === after.content.code,
    metadata,
    topology: was && is ? changesBetween(was, is) : null,
    patch,
  }
  return {
    difference,
    picture: () => {
      if (!was || !is) return null
      const { topology, ...marks } = unionOf(was, is)
      return layout(topology, { title: `${before.name} → ${after.name}`, marks })
    },
  }
}

const oneLine = (name: string): string => name.replace(/\s+/g, ' ')

async function topologyOf({ content: { type, code } }: Side): Promise<Topology | undefined> {
  if (type !== 'topology') return undefined
  return (await readTopology(code, { now: () => performance.now() })).topology
}

function metadataChanges(before: ScriptContent, after: ScriptContent): FieldChange[] {
  const changed = new Set(changedFields(before, after))
  return CONTENT_FIELDS.filter((field) => field !== 'code' && changed.has(field)).map((field) => ({
    field,
    before: before[field],
    after: after[field],
  }))
}
