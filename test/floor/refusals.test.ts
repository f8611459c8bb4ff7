/** Refusals of a service that adds no words to its statuses: the same exit codes, and nothing false. */
import { describe, expect, test } from 'vitest'
import { rateLimiter } from '../../src/mock/rules/rate-limit.ts'
import { script, topo } from '../cli/topo.ts'
import { edited, project, worlds } from './worlds.ts'

describe.each(worlds)('%s', (_name, document) => {
  test('a wrong key is exit 4', async () => {
    const { cwd, env } = await project(document)
    for (const words of ['push', 'status', 'quota', 'whoami', 'script list']) {
      const wrong = { ...env, TOPO_API_KEY: 'ca_nobody_0123456789' }
      const { code, stdout } = await topo([...words.split(' '), '--json'], { cwd, env: wrong })
      expect([words, code, JSON.parse(stdout).error.code]).toEqual([words, 4, 'TOPO_UNAUTHORIZED'])
    }
  })

  test("somebody else's scripts are not found or forbidden", async () => {
    const { run, script: stored } = await project(document)
    const { code, data } = await run('script', 'show', 'alice-notes')
    expect([code, data.error.code]).toEqual([1, 'TOPO_NOT_FOUND'])
    const deleted = await run('script', 'delete', 'payments-platform', '--yes')
    expect([deleted.code, deleted.data.error.code]).toEqual([1, 'TOPO_FORBIDDEN'])
    expect(stored('payments-platform')).toBeDefined()
  })

  test("a slug of somebody else's script is not taken over", async () => {
    for (const slug of ['payments-platform', 'alice-notes']) {
      const {
        run,
        script: stored,
        written,
      } = await project(document, {
        [`${slug}.topology.js`]: script('own'),
      })
      const { code, data, all } = await run('push', '--on-conflict', 'overwrite')
      expect([code === 1 || code === 6, data.counts.created]).toEqual([true, undefined])
      expect(all).toMatch(/slug/i)
      expect([written(), stored(slug)?.code]).toEqual([[], expect.not.stringContaining('own-web')])
    }
  })

  test('a quota is exit 5, and a script that is too large is exit 1', async () => {
    const { run, ok, control, save } = await project(document)
    const body = { error: 'quota_exceeded', quota: 'draftsPerDay', limit: 20 }
    control.faults.add({ method: 'POST', path: '/v1/scripts', status: 429, body, times: 1 })
    expect((await run('push')).code).toBe(5)
    control.faults.add({ method: 'POST', path: '/v1/scripts', status: 413, times: 1 })
    const { code, data } = await run('push')
    expect([code, data.error.code]).toEqual([1, 'TOPO_TOO_LARGE'])
    save(edited('Small'))
    await ok('push')
  })

  test('the rate limit is exit 75, and no reason to log in again', async () => {
    const { run, control } = await project(document)
    control.countRequest = rateLimiter(1, () => Date.now())
    await run('quota')
    const { code, all } = await run('quota', '--max-wait', '0')
    expect([code, all]).toEqual([75, expect.not.stringContaining('topo login')])
  })
})
