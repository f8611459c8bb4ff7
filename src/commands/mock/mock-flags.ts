/** Flags of `mock start` and `mock exec`. */
import { randomInt } from 'node:crypto'
import type { Interfaces } from '@oclif/core'
import { integer, string } from '@oclif/core/flags'
import { quotaKeys } from '../../api/resources/quota.ts'
import { rare } from '../../cli/command/flags/flags.ts'
import {
  checkListenAddress,
  hostNames,
  listenFlag,
  readHostNames,
} from '../../cli/command/flags/host-flags.ts'
import type { Clock } from '../../clock.ts'
import { KnownError, usageError } from '../../errors.ts'
import { decodeText } from '../../files/decode.ts'
import { readFileWithinSync } from '../../limits/files.ts'
import type { Database } from '../../mock/database/database.ts'
import type { Quotas } from '../../mock/database/quota-limits.ts'
import type { Snapshot } from '../../mock/database/snapshot.ts'
import { originFault } from '../../mock/http/origin.ts'
import type { ServeOptions } from '../../mock/serve.ts'
import { nearest } from '../../text/nearest.ts'
import { tryParseJson } from '../../text/parse-json.ts'

/** Default port of `topo mock start` and `topo open --local`. */
export const MOCK_PORT = 4010

export const mockFlags = {
  host: listenFlag,
  data: string({
    helpValue: 'DIR',
    summary: 'Keep the state in this folder instead of in memory.',
  }),
  fixtures: string({
    default: 'demo',
    helpValue: 'FILE|none',
    summary: 'Saved state to start with.',
  }),
  provider: string({
    options: ['bank', 'widget', 'none'],
    default: 'bank',
    helpValue: 'bank|widget|none',
    summary: 'How payments are taken.',
  }),
  latency: integer({ min: 0, max: 2 ** 31 - 1, helpValue: 'MS', summary: 'Delay every response.' }),
  'rate-limit': integer({ min: 1, helpValue: 'N', summary: 'Requests per key and hour.' }),
  quota: string({
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'NAME=N|unlimited',
    summary: 'Change the limit of a quota, e.g. draftsPerDay=unlimited.',
    description: `The quotas are ${quotaKeys.join(', ')}. They apply to every user and replace the limits of the tiers.`,
  }),
  cors: string({
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'ORIGIN',
    summary: 'Let pages of this origin use the mock, e.g. http://localhost:5173; * is every page.',
  }),
  'allow-host': string({
    ...hostNames,
    summary: 'Answer to this host name, too.',
    description:
      'On a loopback address, the mock answers to no other names than those of this machine: any page can make its name lead here. On another --host it answers to every name.',
  }),
  'control-host': string({
    ...hostNames,
    summary:
      'Let other machines that use this host name control the mock (/__mock), e.g. containers.',
  }),
  seed: integer({ ...rare, helpValue: 'N', summary: 'The same seed gives the same ids.' }),
  clock: string({ ...rare, helpValue: 'ISO', summary: 'Stop the clock at this time.' }),
}

/** @throws usage error for an invalid host, origin, clock or quota, or fixtures that are not a saved state. */
export async function serveOptions(
  flags: Interfaces.InferredFlags<typeof mockFlags>,
  port: number,
  clock: Clock,
): Promise<ServeOptions> {
  checkListenAddress(flags.host)
  return {
    port,
    host: flags.host,
    access: {
      cors: readOrigins(flags.cors),
      allowHosts: readHostNames('--allow-host', flags['allow-host']),
      controlHosts: readHostNames('--control-host', flags['control-host']),
    },
    data: flags.data,
    fixtures: await readFixtures(flags.fixtures),
    provider: flags.provider as ServeOptions['provider'],
    latencyMs: flags.latency,
    rateLimit: flags['rate-limit'],
    quotas: await readQuotas(flags.quota),
    seed: flags.seed ?? randomInt(2 ** 31),
    clock,
    now: await readClock(flags.clock, clock),
  }
}

function readOrigins(texts: readonly string[] = []): readonly string[] {
  for (const text of texts) {
    const fault = originFault(text)
    if (fault === undefined) continue
    throw usageError(`The value ${JSON.stringify(text)} of --cors ${fault}.`, {
      hint: 'An origin has a scheme, a host and perhaps a port, as in http://localhost:5173. Repeat --cors for more.',
    })
  }
  return texts
}

async function readFixtures(name: string): Promise<Snapshot | 'demo' | 'none'> {
  if (name === 'demo' || name === 'none') return name
  const [{ snapshotSchema }, { issuesOf }] = await Promise.all([
    import('../../mock/database/snapshot-schema.ts'),
    import('../../mock/http/issues.ts'),
  ])
  let bytes: Buffer
  try {
    bytes = readFileWithinSync('state', name)
  } catch (cause) {
    if (cause instanceof KnownError) throw cause
    throw usageError(`Cannot read the fixtures ${name}.`, {
      hint: 'Use a file saved from GET /__mock/state, or "none".',
      cause,
    })
  }
  const decoded = decodeText(bytes)
  if (decoded.text === undefined)
    throw usageError(`Cannot read the fixtures ${name}. ${decoded.message}`, {
      hint: decoded.fix,
    })
  const schema = snapshotSchema()
  const { success, data, error } = schema.safeParse(tryParseJson(decoded.text))
  if (success) return data
  const [issue] = issuesOf(error, schema)
  const where = issue && issue.path.length > 0 ? `: ${issue.path.join('.')}: ${issue.message}` : ''
  throw usageError(
    `The fixtures ${name} are not a saved state of the embedded service${where.replace(/[?.]?$/, '')}.`,
    { hint: 'Save one with: curl ADDRESS/__mock/state' },
  )
}

/** `draftsPerDay=unlimited`, `publishPerDay=50`; the last limit of a quota wins. */
async function readQuotas(given: readonly string[] = []): Promise<Quotas> {
  const quotas = Object.fromEntries(
    given.map((text) => {
      const [, name = text, limit = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? []
      return [name, /^\d+$/.test(limit) ? Number(limit) : limit]
    }),
  )
  const [{ checkInput }, { quotasSchema }] = await Promise.all([
    import('./mock-input.ts'),
    import('../../mock/rules/quota-settings.ts'),
  ])
  checkInput('--quota', quotasSchema, quotas)
  return quotas as Quotas
}

/** @returns the time of the clock, or that of one that is stopped at the time */
export async function readClock(iso: string | undefined, clock: Clock): Promise<() => number> {
  if (iso === undefined) return clock.now
  const { timeSchema } = await import('../../mock/control/time-schema.ts')
  const time = Date.parse(iso)
  if (timeSchema().safeParse(iso).success) return () => time
  throw usageError(`"${iso}" is not a time with a time zone.`, {
    hint: 'Write it as 2026-01-31T12:00:00Z.',
  })
}

/**
 * The key of a user of the mock.
 * @throws usage error that lists the users, or for a user without a key.
 */
export function findUserKey({ users, keys }: Database, name: string): string {
  const [user] = users.by('username', name)
  if (!user) {
    const names = users.all().map(({ username }) => username)
    const near = nearest(name, names)
    throw usageError(`The embedded service has no user "${name}".`, {
      hint: `${near === undefined ? '' : `Did you mean ${near}? `}Its users are ${names.slice(0, 20).join(', ')}.`,
    })
  }
  const key = keys.by('user', user.id).find(({ revoked }) => !revoked)
  if (key) return key.id
  throw usageError(`The user "${name}" has no valid key.`, {
    hint: 'Choose another user with --as, or give --fixtures with a key for this one.',
  })
}
