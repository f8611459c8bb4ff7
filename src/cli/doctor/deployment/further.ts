/** Finds the endpoints that the document only names and a deployment has, with reads alone. */
import type { Operation } from '../../../api/contract/contract.ts'
import { contract } from '../../../api/resources/index.ts'
import { readRateLimit } from '../../../api/transport/rate-limit.ts'
import { ownScripts } from '../../../sync/remote/read-remote.ts'
import { type Observation, ok, warning } from '../check.ts'
import type { DeploymentCheck } from './check.ts'

/** Only administrators may read the first ones. Another check lists own scripts. A script may belong to no course. */
const notAsked = /^\/v1\/(admin|audit)\/|^\/v1\/scripts\/user$|lesson-context$/
/** Paths without parameters, and those below a script. */
const asked = /^[^{]*$|^\/v1\/scripts\/\{id\}\/[^{]*$/
/** Requests that are left to the commands after this one. */
const reserve = 10
const queries: Record<string, Record<string, string>> = {
  '/v1/scripts/search': { query: 'topo' },
  '/v1/scripts/by-slugs': { slugs: 'topo' },
}

export const furtherCheck: DeploymentCheck = async ({ client, transport, stopped }) => {
  const [own] = (await ownScripts(client, 1)).items
  const found: Record<'offered' | 'absent' | 'refused' | 'unknown', string[]> = {
    offered: [],
    absent: [],
    refused: [],
    unknown: [],
  }
  for (const { path } of operations) {
    if (stopped() || (own === undefined && path.includes('{'))) continue
    const at = path.replace('{id}', encodeURIComponent(own?.id ?? ''))
    const { status, headers, receivedAt } = await transport.exchange({
      method: 'GET',
      path: at,
      query: queries[path],
    })
    found[presenceOf(status)].push(path)
    const left = readRateLimit(headers, receivedAt)?.left ?? Number.POSITIVE_INFINITY
    if (left < reserve)
      return {
        observations: [warning(`not probed: only ${left} requests are left`, 'Try again later.')],
        data: {},
      }
  }
  return { observations: factsOf(found), data: { further: found } }
}

const operations = Object.values(contract)
  .flatMap((resource) => Object.values<Operation>(resource))
  .filter(
    ({ inferred, method, path }) =>
      inferred && method === 'GET' && asked.test(path) && !notAsked.test(path),
  )

function presenceOf(status: number) {
  if (status < 300 || status === 400 || status === 422) return 'offered'
  if ([404, 405, 501].includes(status)) return 'absent'
  return status === 401 || status === 403 ? 'refused' : 'unknown'
}

function factsOf({ offered, absent, refused, unknown }: Record<string, string[]>): Observation[] {
  const others = (paths: string[] | undefined, what: string) =>
    paths?.length
      ? [warning(`${what}: ${inShort(paths)}`, 'Their commands may end with an error.')]
      : []
  return [
    absent?.length
      ? warning(
          `${offered?.length} further reads are offered; absent: ${inShort(absent)}`,
          'Commands that need one of the others end with TOPO_NOT_OFFERED.',
        )
      : ok(`${offered?.length} further reads are offered`),
    ...others(refused, 'refused to this key'),
    ...others(unknown, 'not answered'),
  ]
}

const inShort = (paths: readonly string[]) =>
  paths.map((path) => path.replace('/v1/', '')).join(', ')
