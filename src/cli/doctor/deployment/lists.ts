/** Describes lists: their envelope and their count. */
import { findList } from '../../../api/envelope.ts'
import {
  type DeploymentCheck,
  type DeploymentFact,
  fact,
  fullPage,
  limitation,
  obstacle,
  reachable,
  scriptLists,
} from './check.ts'
import { describeList } from './shape.ts'

/** topo reads them as well, but not page by page. */
const others = [{ name: 'collections', path: '/v1/collections', pagedBy: undefined, needsKey: true }] as const

export const lists: DeploymentCheck = {
  name: 'lists',
  run: async ({ probe, hasKey }) => {
    const found = await Promise.all(
      reachable([...scriptLists, ...others], hasKey).map(async ({ name, path, pagedBy }) => {
        const size = pagedBy === undefined ? {} : { [pagedBy === 'page' ? 'pageSize' : 'limit']: fullPage }
        const { json, status } = await probe.get(path, size)
        const count = findList(json)?.items.length ?? null
        return {
          name,
          path,
          status,
          items: count,
          ...(describeList(json) ?? { envelope: null, count: null }),
        }
      }),
    )
    return { facts: facts(found), data: { lists: found } }
  },
}

interface FoundList {
  name: string
  path: string
  status: number
  envelope: string | null
  count: string | null
}

function facts(found: readonly FoundList[]): DeploymentFact[] {
  const unread = found.filter(({ envelope }) => envelope === null)
  const groups = group(found)
  return [
    ...unread.map(({ name, path, status }) =>
      obstacle(
        `${name}: GET ${path} answers no list (HTTP ${status})`,
        'Commands that read it end with an error.',
      ),
    ),
    ...[...groups].flatMap(([shape, same]) => {
      const [first] = same
      if (first === undefined || first.envelope === null) return []
      const message = `${shape}: ${same.map(({ name }) => name).join(', ')}`
      if (first.count !== null) return [fact(message)]
      const isOwn = same.some(({ path }) => path === scriptLists[0].path)
      return [
        isOwn
          ? limitation(
              message,
              'No list says how long it is: topo asks for each new script by its slug before it creates it.',
            )
          : fact(message, 'topo reads pages until one brings nothing new.'),
      ]
    }),
  ]
}

const shapeOf = ({ envelope, count }: FoundList) =>
  `${envelope} ${count === null ? 'without a count' : `with ${count}`}`

function group(found: readonly FoundList[]): Map<string, FoundList[]> {
  const groups = new Map<string, FoundList[]>()
  for (const one of found) groups.set(shapeOf(one), [...(groups.get(shapeOf(one)) ?? []), one])
  return groups
}
