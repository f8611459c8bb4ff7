/** Export and push complete after several runs on a service with a rate limit. */
import { appendFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ExitCode } from '../../src/errors.ts'
import { testService } from '../mock/service.ts'
import { makeFolder } from '../project/folder.ts'
import { remoteOf, workspace } from '../project/workspace.ts'
import { codeOf, exporting } from './import/workspace.ts'

const slugs = Array.from({ length: 12 }, (_, n) => `s-${String(n).padStart(2, '0')}`)

/** Twelve scripts; ten requests per hour from then on. */
async function service(user = 'carol', rateLimit = 10) {
  const limitedService = testService({ rateLimit, fixtures: 'none' })
  for (const slug of slugs) {
    const body = { slug, name: slug, type: 'topology', code: codeOf(slug) }
    await limitedService.as(user).scripts.create({ body })
    limitedService.advance(3600)
  }
  limitedService.control.journal.clear()
  const asked = () => limitedService.control.journal.list().length
  return { service: limitedService, client: limitedService.as(user), asked }
}

it('an export resumes where it stopped, and requests nothing twice', async () => {
  const { service: there, client } = await service()
  const folder = makeFolder()
  const out = folder.at('out')
  const written = () => readdirSync(out).filter((name) => name.endsWith('.topology.js')).length
  let runs = 1
  for (let before = 0; ; runs++) {
    const { ended } = await exporting(client, out)
    if (!ended) break
    expect(ended).toMatchObject({
      code: 'TOPO_RATE_LIMITED',
      exitCode: ExitCode.temporary,
      retryAfter: 3600,
    })
    expect(written()).toBeGreaterThan(before)
    before = written()
    there.advance(3600)
  }
  expect(written()).toBe(12)
  // The list, then each script and its comments: 10 per hour, minus failed requests of three concurrent scripts.
  expect(runs).toBeLessThanOrEqual(4)

  there.advance(3600)
  there.control.journal.clear()
  await client.scripts.update({
    params: { id: (await remoteOf(client, 's-03')).id },
    body: { name: 'New' },
  })
  rmSync(join(out, 's-05.topology.js'))
  there.advance(3600)
  there.control.journal.clear()
  const changed: string[] = []
  for (let ended: unknown = true; ended; there.advance(3600)) {
    // One at a time: otherwise the limit may hit between a script and its comments.
    const batch = await exporting(client, out, true, 1)
    changed.push(
      ...batch.outcomes.flatMap(({ action, slug }) => (action === 'exported' ? slug : [])),
    )
    ended = batch.ended
  }
  expect(changed.toSorted()).toEqual(['s-03', 's-05'])
  const scripts = there.control.journal
    .list()
    .filter(({ path, status }) => status === 200 && /^\/v1\/scripts\/[0-9a-f-]{36}$/.test(path))
  expect(scripts).toHaveLength(2)
})

it('a push from a fresh clone completes; a clone with the cached hashes requests only the list', async () => {
  const { service: there, asked } = await service('alice')
  const files = Object.fromEntries(slugs.map((slug) => [`${slug}.topology.js`, codeOf(slug)]))
  const clone = await workspace(files, there)
  await expect(clone.push()).rejects.toMatchObject({
    exitCode: ExitCode.temporary,
    hint: expect.stringMatching(
      /^\d+ of 12 scripts were read\. Run the same command again to resume; they are not read again/,
    ),
  })
  there.advance(3600)
  const { outcomes } = await clone.push()
  expect(outcomes.map(({ action }) => action)).toEqual(slugs.map(() => 'unchanged'))

  const cached = await workspace(
    { ...files, '.topo/remote.json': clone.read('.topo/remote.json') },
    there,
  )
  there.advance(3600)
  there.control.journal.clear()
  expect((await cached.status()).map(({ state }) => state)).toEqual(slugs.map(() => 'in-sync'))
  expect(asked()).toBe(1)

  // A difference is a conflict as in any fresh clone: a cached hash is no reason to overwrite.
  appendFileSync(cached.at('s-03.topology.js'), '// mine\n')
  expect((await cached.push()).outcomes[3]).toMatchObject({ action: 'conflict' })
})
