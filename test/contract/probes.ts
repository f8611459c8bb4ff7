/** Variants of a request that provoke the refusals of an operation. */
import { gzipSync } from 'node:zlib'
import { ExitCode, KnownError } from '../../src/errors.ts'
import { valueFor } from '../../src/grouped.ts'
import type { Provider } from '../../src/mock/database/database.ts'
import type { ErrorName } from '../../src/mock/openapi/error-kinds.ts'
import { writeError } from '../../src/mock/persist/errors.ts'
import { inProcessRunner, type ScriptRunner } from '../../src/mock/resources/runner.ts'
import { addMember } from '../../src/mock/resources/workspaces.ts'
import { rateLimiter } from '../../src/mock/rules/rate-limit.ts'
import { validate } from '../../src/validator/index.ts'
import { isAll } from '../cases.ts'
import { goodCode, type TestService } from '../mock/service.ts'

interface Probe {
  readonly path: string
  readonly init: RequestInit
  /** Breaks the service; returns what repairs it. */
  prepare?(service: TestService): () => void
}

let isBusy = false
/** Most requests send one of a few scripts. */
const checked = new Map<string, ReturnType<ScriptRunner['check']>>()
/** Checks each script once, for a moment if it is endless, or has no time. */
export const runner: ScriptRunner = {
  ...inProcessRunner,
  check: async (code) => {
    const limits = { steps: 5_000_000 }
    if (!isBusy)
      return valueFor(checked, code, async () => (await validate(code, { limits })).findings)
    throw new KnownError('too busy', { code: 'TOPO_BUSY', exitCode: ExitCode.temporary })
  },
}

const unknownId = '00000000-0000-4000-8000-000000000000'
const newScript = JSON.stringify({ name: 'n', type: 'topology', code: goodCode })
const tooLarge = JSON.stringify('x'.repeat(5 * 1024 * 1024))
/** Requests by method and path without ids. */
const asked = new Map<string, number>()
/** The first calls of an endpoint are enough. */
const most = isAll ? 10 : 7

/** @param missing kinds of answers of the operation that have not occurred yet; such calls are counted for themselves */
export function probesOf(path: string, init: RequestInit, missing: readonly string[]): Probe[] {
  const isNeeded = missing.length > 0
  const writes = init.method !== 'GET'
  const as = (user: string): RequestInit => ({
    ...init,
    headers: { ...init.headers, authorization: `Bearer ca_demo_${user}` },
  })
  const body = typeof init.body === 'string' && init.body.startsWith('{') ? init.body : undefined
  const elsewhere = path.replace(
    /(?<=\/)([0-9a-f-]{36}|[a-z]+-[a-z]+|[0-9]+|bob)(?=[/?]|$)/,
    unknownId,
  )
  const otherIds = body?.replace(/("\w{1,40}Id":)"[^"]*"/g, `$1"${unknownId}"`)
  const once = `${isNeeded} ${init.method} ${path.replace(/\?.*/, '').replace(/[0-9a-f-]{36}/g, '')}`
  const count = asked.get(once) ?? 0
  asked.set(once, count + 1)
  if (count >= most) return []
  /** Probes of one kind of answer, which need not occur twice. */
  const lookFor = (kind: ErrorName, ...probes: Probe[]) =>
    isAll || count === 0 || missing.includes(kind) ? probes : []
  return [
    ...lookFor('Unauthorized', { path, init: as('revoked') }),
    ...['alice', 'bob', 'carol'].map((user) => ({ path, init: as(user) })),
    ...lookFor(
      'NotFound',
      ...['alice', 'carol'].map((user) => ({
        path: elsewhere,
        init: { ...as(user), ...(otherIds === undefined ? {} : { body: otherIds }) },
      })),
    ),
    ...['alice', 'bob', 'dave'].map((user) => ({ path, init: as(user), prepare: withoutSecrets })),
    ...lookFor('RateLimited', { path, init: as('carol'), prepare: withoutRequests }),
    ...lookFor(
      'NotStored',
      ...['alice', 'bob', 'carol'].map((user) => ({ path, init: as(user), prepare: withoutDisk })),
    ),
    ...lookFor('BillingNotConfigured', { path, init, prepare: withoutBilling }),
    ...(writes
      ? lookFor('Busy', { path, init: { ...as('bob'), body: newScript }, prepare: withoutTime })
      : []),
    ...lookFor(
      'ValidationFailed',
      writes
        ? { path, init: { ...as('carol'), body: '{' } }
        : {
            path: `${path.replace(/\?.*/, '')}?limit=x&pageSize=x&days=x&targetType=x`,
            init: as('carol'),
          },
    ),
    ...(writes
      ? lookFor('Compressed', { path, init: compressed(as('carol')), prepare: withBilling })
      : []),
    ...(writes && count === 0
      ? [{ path, init: { ...as('carol'), body: tooLarge }, prepare: withBilling }]
      : []),
  ]
}

const compressed = ({ headers, ...init }: RequestInit): RequestInit => ({
  ...init,
  headers: { ...(headers as Record<string, string>), 'content-encoding': 'gzip' },
  body: gzipSync('{}'),
})

/** Everybody sees every script and is a member of every workspace. */
function withoutSecrets({ database }: TestService): () => void {
  database.transaction(() => {
    for (const row of database.scripts.all()) database.scripts.put({ ...row, isPublic: true })
    for (const { id: workspaceId } of database.workspaces.all()) {
      for (const { id: userId } of database.users.all()) addMember(database, workspaceId, userId)
    }
  })
  return () => {}
}

function withoutRequests({ control }: TestService): () => void {
  const { countRequest } = control
  control.countRequest = rateLimiter(0, () => 0)
  return () => {
    control.countRequest = countRequest
  }
}

function withoutDisk({ database }: TestService): () => void {
  database.onCommit = () => {
    throw writeError('data', Object.assign(new Error('full'), { code: 'ENOSPC' }))
  }
  return () => {
    database.onCommit = () => {}
  }
}

const withoutBilling = (service: TestService) => setProvider(service, 'none')
const withBilling = (service: TestService) => setProvider(service, 'bank')

function setProvider({ database }: TestService, next: Provider): () => void {
  const { provider } = database
  Object.assign(database, { provider: next })
  return () => void Object.assign(database, { provider })
}

function withoutTime(): () => void {
  isBusy = true
  return () => {
    isBusy = false
  }
}
