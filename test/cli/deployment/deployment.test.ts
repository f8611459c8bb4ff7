/** Every command against a deployment other than the embedded service, and against every kind of failure. */
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import pLimit from 'p-limit'
import { describe, expect, test } from 'vitest'
import { json, type Reply, testServer } from '../../api/server.ts'
import { isAll, oneOf } from '../../cases.ts'
import { files, serviceCalls, unknownCommands } from '../commands.ts'
import { folder, topo } from '../topo.ts'
import * as deployment from '../unusual-service.ts'

const key = 'ca_deployment_0123456789'
const always = ['--yes', '--no-input']
const env = (url: string) => ({ TOPO_BASE_URL: url, TOPO_API_KEY: key })
const told = ({ argv }: { argv: string[] }) => argv.join(' ')

/** Commands that succeed despite a service that refuses, or end in their own way. */
const own = new Set(['doctor'])
/** Exit code of each at a deployment with its own conventions; for others any code is allowed. */
const settled: Record<string, number[]> = {
  ...Object.fromEntries(
    ['login', 'quota', 'whoami', 'doctor', 'script:delete', 'script:list', 'script:publish'].map(
      (id) => [id, [0]],
    ),
  ),
  ...Object.fromEntries(['script:show', 'script:status'].map((id) => [id, [0]])),
  // It answers every slug with the same script.
  'doctor --service': [1],
  'doctor --service --write': [1],
  // It always answers that the script is public.
  'script:unpublish': [1],
  // The local and the remote script have no common sync record.
  'script:pull': [0, 6],
  'script:push': [0, 6],
}
/** One that reads, one that writes, and a batch: the transport treats them all the same. */
const few = serviceCalls.filter(({ argv }) =>
  [
    'quota',
    'push new.topology.js',
    'script delete odd',
    ...(isAll ? ['whoami', 'script show odd', 'pull'] : []),
  ].includes(argv.join(' ')),
)

/** Failures that the transport handles for all commands. */
const some = oneOf(16, serviceCalls)

/** Runs all calls against one server, a few at a time. */
async function each(
  reply: Reply,
  calls: typeof serviceCalls,
  look: (
    call: (typeof serviceCalls)[number],
    run: Awaited<ReturnType<typeof topo>>,
    cwd: string,
  ) => void,
  flags: string[] = ['--json'],
) {
  const server = await testServer(reply)
  const limit = pLimit(4)
  const folders = calls.map(() => folder(files))
  const runs = await Promise.all(
    calls.map(({ argv }, index) =>
      limit(() =>
        topo([...argv, ...always, ...flags], {
          cwd: folders[index] as string,
          env: env(server.url),
          input: key,
        }),
      ),
    ),
  )
  for (const [index, run] of runs.entries()) {
    const call = calls[index] as (typeof serviceCalls)[number]
    expect(run.code, `${told(call)}: ${run.stdout}${run.stderr}`).not.toBe(70)
    expect(run.stderr, told(call)).not.toMatch(deployment.forbiddenOutput)
    look(call, run, folders[index] as string)
  }
  return server
}

function documentOf(
  call: { argv: string[] },
  stdout: string,
): { error?: { code: string; requestId: string } } {
  expect(stdout, told(call)).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
  try {
    return JSON.parse(stdout)
  } catch {
    throw new Error(`${told(call)} did not print one JSON document: ${stdout}`)
  }
}

test('every command has a sample call', () => {
  expect(unknownCommands).toEqual([])
  expect(serviceCalls.length).toBeGreaterThan(10)
  expect(few.length).toBe(isAll ? 6 : 3)
})

describe('a deployment with its own conventions', () => {
  test('prints JSON', { timeout: 120_000 }, async () => {
    const before = readdirSync(dirname(folder()))
    const calls = new Set([...oneOf(12, serviceCalls), ...few])
    await each(deployment.unusualService, [...calls], (call, run) => {
      documentOf(call, run.stdout)
      const codes = settled[told(call)] ?? settled[call.id] ?? [0, 1, 3, 6]
      expect(codes, `${told(call)}: ${run.stdout}${run.stderr}`).toContain(run.code)
    })
    // A script called ../evil was written nowhere.
    const after = readdirSync(dirname(folder())).filter((name) => !before.includes(name))
    expect(after.filter((name) => name.includes('evil'))).toEqual([])
  })

  test('prints lines in a pipe', { timeout: 120_000 }, async () => {
    await each(
      deployment.unusualService,
      some.filter(({ id }) => id !== 'api'),
      (call, run) => expect(run.stdout, told(call)).not.toMatch(deployment.forbiddenOutput),
      [],
    )
  })

  test('prints text on a terminal', { timeout: 120_000 }, async () => {
    const { url } = await testServer(deployment.unusualService)
    const limit = pLimit(4)
    const folders = some.map(() => folder(files))
    await Promise.all(
      some
        .filter(({ id }) => id !== 'api' && id !== 'login')
        .map((call, index) =>
          limit(async () => {
            const { code, stdout, stderr } = await topo([...call.argv, ...always, '--no-color'], {
              cwd: folders[index] as string,
              env: env(url),
              columns: 100,
            })
            const raw = stdout + stderr
            expect(code, told(call)).not.toBe(70)
            expect(
              raw.replace(/\u001b\[\?(25|2026)[hl]|\u001b\[[0-9]*[GKA]/g, ''),
              told(call),
            ).not.toMatch(
              /\u001b|[\u0000-\u0008\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028]|^::/m,
            )
          }),
        ),
    )
  })
})

describe('failures of the service', () => {
  /** The exit code of the table in the design, the same for every command. */
  const failing = (
    name: string,
    code: number,
    reply: () => Reply,
    { calls = some, flags = [] }: { calls?: typeof some; flags?: string[] } = {},
  ) =>
    test(`${name}: ${code}`, { timeout: 120_000 }, async () => {
      await each(
        reply(),
        calls.filter(({ id }) => !own.has(id)),
        (call, run) => {
          expect([told(call), run.code, run.code === code ? '' : run.stdout + run.stderr]).toEqual([
            told(call),
            code,
            '',
          ])
          const { error } = documentOf(call, run.stdout)
          if (call.id !== 'api') expect(error?.code, told(call)).toMatch(/^TOPO_/)
        },
        ['--json', ...flags],
      )
    })

  const quota = { error: 'quota_exceeded', quota: 'draftsPerDay', limit: 20 }
  failing('no key that counts', 4, () => json(401, { error: 'unauthorized' }))
  failing('a quota', 5, () => json(429, quota))
  failing(
    'a rate limit for an hour',
    75,
    () => json(429, { error: 'rate_limited' }, { 'retry-after': '3600' }),
    { calls: few },
  )
  failing('an outage with HTML', 75, () => deployment.withHtml(502), { calls: few })
  failing('HTML', 1, () => deployment.withHtml(200), { calls: few })
  failing('a cut answer', 75, () => deployment.breakInBody('cut'), { calls: few })
  failing('an answer that hangs', 75, () => deployment.breakInBody('hang'), {
    calls: few,
    flags: ['--timeout', '1', '--total-timeout', '2'],
  })
  failing('odd types in a refusal', 1, () => deployment.oddError(422))
  failing('hostile words in a refusal', 1, () => deployment.hostileError(403), { calls: few })

  test('hostile text reaches neither a pipe nor a terminal', { timeout: 60_000 }, async () => {
    for (const status of [400, 422]) {
      const { requests } = await each(
        deployment.hostileError(status),
        few,
        (call, run) =>
          expect(run.stdout + run.stderr, told(call)).not.toMatch(deployment.forbiddenOutput),
        [],
      )
      expect(requests.length).toBeGreaterThan(0)
    }
  })

  test('A12: a redirect to another origin exits 1, and sends nothing there', {
    timeout: 120_000,
  }, async () => {
    const elsewhere = await testServer(json(200, {}))
    await each(deployment.redirectTo(elsewhere.url), some, (call, run) => {
      expect(run.code, `${told(call)}: ${run.stdout}`).toBe(1)
      documentOf(call, run.stdout)
    })
    expect(elsewhere.requests).toEqual([])
  })

  test('every error contains the request id of the service', async () => {
    const strange: Reply = json(200, { hello: 'world' }, { 'x-request-id': 'req-from-the-service' })
    const reads = serviceCalls.filter(({ argv }) =>
      ['quota', 'script show odd'].includes(argv.join(' ')),
    )
    for (const reply of [strange, json(403, {}, { 'x-request-id': 'req-from-the-service' })]) {
      await each(reply, reads, (call, run) =>
        expect(documentOf(call, run.stdout).error?.requestId, told(call)).toBe(
          'req-from-the-service',
        ),
      )
    }
  })
})
