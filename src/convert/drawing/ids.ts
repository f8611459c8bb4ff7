/** Makes ids and names of variables that a person would have chosen: valid, unique, and from the label where the source has only `A`. */
import { uniqueNames } from '../../text/numbered-ids.ts'
import type { Drawing, DrawnGroup, DrawnNode } from './drawing.ts'
import { withoutSecretValues } from './secrets.ts'

/** Ids that say nothing: `A`, `B2`, `node_17`. */
const SAYS_NOTHING =
  /^(?:[a-z]{1,2}\d{0,3}|(?:id|node|step|box|comp|svc|subgraph|frame)[ _-]?\d*|\d+)$/i

const LONGEST = 60

/** Ids that are chosen already, by those of the source. */
interface ChosenIds {
  /** Other elements of the drawing get different ones. */
  readonly kept: ReadonlyMap<string, string>
  /** Used if no other element of the drawing has it. */
  readonly wanted: ReadonlyMap<string, string>
}

const NO_IDS: ChosenIds = { kept: new Map(), wanted: new Map() }

/** The id in the script of each group and node of the source. */
export function uniqueIds(
  { groups, nodes }: Pick<Drawing, 'groups' | 'nodes'>,
  { kept, wanted }: ChosenIds = NO_IDS,
): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  const unique = uniqueNames()
  const replicated = new Set<string>()
  /** `api` if there is an `api-1`. */
  const numbered = new Set<string>()
  const isTaken = (id: string, replicas: number | undefined) =>
    replicated.has(unnumbered(id)) || (replicas !== undefined && numbered.has(id))
  // First those with replicas: `api` with three of them is also `api-1` to `api-3`.
  const inOrder = [...nodes.filter(({ replicas }) => replicas), ...nodes, ...groups]
  for (const one of [...inOrder.filter(({ id }) => kept.has(id)), ...inOrder]) {
    if (ids.has(one.id)) continue
    const replicas = 'replicas' in one ? one.replicas : undefined
    const best = wanted.get(one.id) ?? usualId(one)
    const free = isTaken(best, replicas) ? `${best}-node` : best || 'node'
    const id = unique(kept.get(one.id) ?? free)
    if (replicas) replicated.add(id)
    if (unnumbered(id) !== id) numbered.add(unnumbered(id))
    ids.set(one.id, id)
  }
  return ids
}

const unnumbered = (id: string) => id.replace(/-\d+$/, '')

function usualId({ id, label, isUnnamed = false }: DrawnGroup | DrawnNode): string {
  const words = slug(label)
  const isOfLabel = isUnnamed || SAYS_NOTHING.test(id)
  return isOfLabel && words !== '' && words.length <= 40 ? words : validId(id) || words
}

/** An id from the words of a label; empty for a label without letters and digits. */
export const idOfLabel = (label: string): string => slug(label)

export const validId = (id: string): string =>
  trimmed(
    withoutSecretValues(id)
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-'),
  )

const slug = (text: string) =>
  trimmed(
    withoutSecretValues(text)
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'),
  )

const trimmed = (id: string) =>
  Array.from(id.slice(0, LONGEST + 1))
    .slice(0, LONGEST)
    .join('')
    .replace(/^[-.]+|[-.]+$/g, '')

/** Words that a script cannot use as the name of a variable, or that would hide something. */
const RESERVED = new Set(
  'topology flow arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield'.split(
    ' ',
  ),
)

/** `orders-db` → `ordersDb`. */
export function variableNames(): (id: string) => string {
  const unique = uniqueNames('')
  for (const word of RESERVED) unique(word)
  return (id) => {
    const camel = id.replace(/[^A-Za-z\d]+(.?)/g, (_, next: string) => next.toUpperCase())
    const name = /^[A-Za-z]/.test(camel) ? camel.charAt(0).toLowerCase() + camel.slice(1) : 'group'
    return unique(RESERVED.has(name) ? `${name}Group` : name)
  }
}
