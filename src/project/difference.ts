/** Two scripts, from wherever they come → what differs: what they draw, what is said of them, and their text. */
import { type Change, changesBetween, type FieldChange } from '../diff/index.ts'
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

export async function differenceBetween(before: Side, after: Side): Promise<Difference> {
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
  return {
    before: before.name,
    after: after.name,
    same: metadata.length === 0 && before.content.code === after.content.code,
    metadata,
    topology: was && is ? changesBetween(was, is) : null,
    patch,
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
