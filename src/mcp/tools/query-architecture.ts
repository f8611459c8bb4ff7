/** `query_architecture`: who draws a node in the scripts of the project, what breaks without it, and the way to another. */
import * as z from 'zod/mini'
import { usageError } from '../../errors.ts'
import type { CheckedScript } from '../../project/check/check.ts'
import type { Project } from '../../project/config/project.ts'
import type { Answer, answerTo } from '../../query/answer.ts'
import type { Architecture } from '../../query/architecture.ts'
import { boundedItems, ofAnswer, shortText } from '../answer/bounded-items.ts'
import { itemInWords, joinInWords } from '../answer/in-words.ts'
import { isLocal, localFile } from '../named-diagram.ts'
import { tool } from '../tool.ts'
import { asData, notice } from '../untrusted-text.ts'

export const queryArchitecture = tool({
  name: 'query_architecture',
  title: 'Ask all diagrams of this project',
  description:
    'Lists the local scripts that draw a node, with callers and callees; what reaches it (impact); or the shortest paths (to). Long answers have a nextOffset. Needs no key and no network.',
  input: z.strictObject({
    id: z.string().check(z.describe('Id of a node or group; * is any text.')),
    impact: z._default(z.boolean(), false),
    depth: z
      .optional(z.int().check(z.minimum(1)))
      .check(z.describe('Most connections away: of callers with impact, else in both directions.')),
    to: z.optional(z.string()).check(z.describe('Id or pattern.')),
    diagram: z
      .optional(z.string().check(z.minLength(1)))
      .check(z.describe('Ask only this script: its path or slug.')),
    offset: z._default(z.int().check(z.minimum(0)), 0),
  }),
  output: z.object({
    notice: z.string(),
    items: z.array(z.record(z.string(), z.unknown())),
    totalCount: z.int(),
    nextOffset: z.nullable(z.int()),
    joins: z
      .array(z.record(z.string(), z.unknown()))
      .check(z.describe('Ids that diagrams on the way may use for different things.')),
    unknown: z.array(z.string()).check(z.describe('Asked for, but drawn by no diagram.')),
    skipped: z.array(z.string()).check(z.describe('Scripts with errors.')),
  }),
  idempotent: true,
  offline: true,
  async call({ id, impact, depth, to, diagram, offset }, { project }) {
    if (to !== undefined && (impact || depth !== undefined)) {
      throw usageError(`Give ${impact ? 'impact' : 'depth'} or to, not both.`, {
        hint: 'Ask two questions: the paths of "to" are the shortest ones.',
      })
    }
    const [{ checkAndKeep }, { askedScript, joinAsked }, query] = await Promise.all([
      import('../../project/select/selection.ts'),
      import('../../query/architecture.ts'),
      import('../../query/answer.ts'),
    ])
    const opened = await project()
    const file = diagram === undefined ? undefined : await scriptOf(diagram, opened)
    const selection = { paths: file === undefined ? [] : [file], allowEmpty: true }
    const wanted = { outline: true, keep: askedScript }
    const asked = await checkAndKeep(opened, selection, {}, wanted)
    const { architecture, skipped } = joinAsked(asked)
    const answer = query.answerTo({ about: id, impact, depth, to }, architecture)
    return described(answer, { architecture, skipped, offset, depth, arePaths: to !== undefined })
  },
})

/** Absolute path of a script of the project. */
async function scriptOf(diagram: string, project: Project): Promise<string> {
  if (isLocal(diagram)) return localFile(diagram, project)
  const { fileOfSlug, findSimilarSlug } = await import('../../project/select/slugs.ts')
  const file = await fileOfSlug(project, diagram)
  if (file !== undefined) return file
  const near = await findSimilarSlug(project, diagram)
  throw usageError(`No script of this project has the slug "${diagram}".`, {
    code: 'TOPO_NO_FILES',
    hint: near
      ? `Did you mean "${near.slug}" (${near.path})?`
      : 'list_diagrams with local lists the scripts; leave diagram out to ask all of them.',
  })
}

/** Longer lists of what is not the answer are cut. */
const MOST_NAMES = 5

const namesIn = (names: readonly string[]): string[] => {
  const shown = names.slice(0, MOST_NAMES).map((name) => String(shortText(name)))
  const more = names.length - shown.length
  return more > 0 ? [...shown, `… ${more} more`] : shown
}

interface Shown {
  readonly architecture: Architecture
  readonly skipped: readonly CheckedScript[]
  readonly offset: number
  readonly depth: number | undefined
  /** True for the paths between two ids: half of one is no answer. */
  readonly arePaths: boolean
}

function described(
  answer: ReturnType<typeof answerTo>,
  { architecture, skipped, offset, depth, arePaths }: Shown,
) {
  const bounds = arePaths ? { ...ofAnswer, one: ofAnswer.all } : ofAnswer
  const { items, nextOffset } = boundedItems(answer.items, offset, bounds)
  const unknown = namesIn(answer.unknown)
  const meant = answer.unknown.flatMap((one) => architecture.meant(one) ?? [])
  const joins = boundedItems(answer.joins, 0, { all: 1_000, one: 500 }).items
  const data = {
    notice,
    items: [...items],
    totalCount: answer.items.length + answer.furtherCount,
    nextOffset,
    joins: [...joins],
    unknown,
    skipped: namesIn(skipped.map(({ script }) => script.path)),
  }
  const foreign = [
    ...items.map((item) => itemInWords(item as unknown as Answer['items'][number])),
    ...unknown.map((one) => `No diagram draws "${one}".`),
    ...namesIn(meant).map((one) => `Did you mean "${one}"?`),
    ...joins.map(joinInWords),
    ...(data.skipped.length > 0 ? [`Scripts with errors: ${data.skipped.join(', ')}`] : []),
  ]
  const text = foreign.length === 0 ? '' : asData(foreign.join('\n'), 'project')
  const lines = [
    `${items.length} of ${data.totalCount} found.`,
    text,
    ...nextSteps(answer, { nextOffset, depth }),
    ...(items.some(isCut) ? [arePaths ? CUT_PATH : CUT] : []),
  ]
  return { data, text: lines.filter(Boolean).join('\n') }
}

const isCut = (item: object) => Object.keys(item).some((key) => key.endsWith('LeftOut'))

const CUT = 'Long lists are cut: ask about one id with impact or with depth 1 for an item each.'

const CUT_PATH = 'A long path is cut: ask for the paths from the last id that is shown.'

/** How to ask for what is left out. */
function nextSteps(
  { furtherCount, hasMore }: Answer,
  { nextOffset, depth = 0 }: { nextOffset: number | null; depth: number | undefined },
): string[] {
  const steps: string[] = []
  if (nextOffset !== null) {
    steps.push(
      `More follow: call again with offset ${nextOffset}, or ask less with depth, with diagram (one script), or with an id instead of a pattern.`,
    )
  }
  if (furtherCount > 0) {
    const more = furtherCount === 1 ? '1 more is' : `${furtherCount} more are`
    steps.push(`${more} further away: ask with depth ${depth + 1}.`)
  }
  if (hasMore) steps.push('There are more shortest paths: ask for one between two ids on the way.')
  return steps
}
