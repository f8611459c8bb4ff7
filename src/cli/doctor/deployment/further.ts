/** Finds the endpoints that the document only names and a deployment has, with reads alone. */
import pLimit from 'p-limit'
import type { Operation } from '../../../api/contract.ts'
import { contract } from '../../../api/resources/index.ts'
import { endpointUses } from '../../help/topics/endpoint-uses.ts'
import { type DeploymentCheck, type DeploymentFact, fact, limitation } from './check.ts'
import type { DeploymentProbe, ProbeReply } from './probe.ts'
import { sampleScript } from './records.ts'

/** Requests at once. */
const concurrency = 4

/** Only administrators may ask them, and some services log who tries. */
const notAsked = /^\/v1\/(admin|audit)\//
/** Answers of a script that belongs to no course are like those of an absent endpoint. */
const ambiguous = new Set(['/v1/scripts/{id}/lesson-context'])
const queries: Record<string, Record<string, string>> = {
  '/v1/scripts/search': { query: 'topo' },
  '/v1/scripts/by-slugs': { slugs: 'topo' },
}

type Presence = 'offered' | 'absent' | 'refused' | 'unknown'

export const further: DeploymentCheck = {
  name: 'further',
  run: async ({ probe, hasKey }) => {
    if (!hasKey) return { facts: [], data: { further: null } }
    const sample = await sampleScript(probe, hasKey)
    const id = sample && sample.path === contract.scripts.own.path ? String(sample.entry.id) : undefined
    const limit = pLimit(concurrency)
    const found = await Promise.all(
      operations(id !== undefined).map((operation) =>
        limit(async () => ({ operation, presence: presenceOf(await ask(probe, operation, id)) })),
      ),
    )
    const paths = (wanted: Presence) =>
      found.filter(({ presence }) => presence === wanted).map(({ operation }) => operation.path)
    const [offered, absent] = [paths('offered'), paths('absent')]
    return {
      facts: factsOf(found.length, offered.length, absent, paths('refused'), paths('unknown')),
      data: { further: { offered, absent, refused: paths('refused'), unknown: paths('unknown') } },
    }
  },
}

/** Reads without parameters, and those of a script if there is one. */
const operations = (hasScript: boolean): Operation[] =>
  Object.values(contract)
    .flatMap((resource) => Object.values<Operation>(resource))
    .filter(({ inferred, method, path }) => inferred && method === 'GET' && !notAsked.test(path))
    .filter(({ path }) => !ambiguous.has(path) && path !== contract.scripts.own.path)
    .filter(({ path }) => !path.includes('{') || (hasScript && /\/scripts?\/\{id\}\//.test(path)))

function ask(
  probe: DeploymentProbe,
  { path, query }: Operation,
  id: string | undefined,
): Promise<ProbeReply> {
  const size = 'limit' in query.shape ? { limit: 1 } : {}
  return probe.get(path.replace('{id}', encodeURIComponent(id ?? '')), { ...queries[path], ...size })
}

function presenceOf({ status, isSuccess }: ProbeReply): Presence {
  if (isSuccess || status === 400 || status === 422) return 'offered'
  if ([404, 405, 501].includes(status)) return 'absent'
  return status === 401 || status === 403 ? 'refused' : 'unknown'
}

function factsOf(
  asked: number,
  offered: number,
  absent: readonly string[],
  refused: readonly string[],
  unknown: readonly string[],
): DeploymentFact[] {
  const commands = [...new Set(absent.flatMap(commandOf))]
  const count = `${offered === 0 ? 'none' : offered} of ${asked} further reads ${offered < 2 ? 'is' : 'are'} offered`
  const effect =
    commands.length === 0
      ? 'Only "topo api" would use the others.'
      : `These commands end with TOPO_NOT_OFFERED: ${commands.join(', ')}.`
  return [
    absent.length === 0
      ? fact(count)
      : limitation(offered === 0 ? count : `${count}; absent: ${absent.map(shorten).join(', ')}`, effect),
    ...others(refused, 'refused to this key'),
    ...others(unknown, 'not answered'),
  ]
}

const others = (paths: readonly string[], what: string): DeploymentFact[] =>
  paths.length === 0
    ? []
    : [limitation(`${what}: ${paths.map(shorten).join(', ')}`, 'Their commands may end with an error.')]

/** A command without its arguments; `topo api` needs no warning. */
function commandOf(path: string): string[] {
  const use = endpointUses[`GET ${path}`]
  return use === undefined || use.startsWith('api ') ? [] : [`topo ${use}`]
}

const shorten = (path: string) => path.replace('/v1/', '')
