/** `partial` lacks the endpoints that the document only names. */
import { expect, test } from 'vitest'
import { contract } from '../../../src/api/resources/index.ts'
import { accentedService } from './accented-service.ts'

test('further endpoints are absent, all others are there', async () => {
  const { ask } = await accentedService(['partial'])
  for (const operation of Object.values(contract).flatMap((resource) => Object.values(resource))) {
    const { method, path, inferred } = operation
    // Would delete the user of the next requests.
    if (path === '/v1/account') continue
    const { status, headers, text } = await ask(method, path.replace(/\{\w+\}/g, 'x'), {
      key: 'ca_demo_erin',
    })
    const what = `${method} ${path}: ${status} ${text}`
    const isPage = status === 404 && headers.get('content-type')?.startsWith('text/html') === true
    if (!inferred || path === '/v1/scripts/user')
      expect([isPage, status === 405], what).toEqual([false, false])
    else expect(isPage, what).toBe(method === 'GET')
    if (inferred && method !== 'GET') expect([status, headers.get('allow')], what).toEqual([405, 'GET, HEAD'])
  }
})

test('an unknown endpoint has the page of a framework, which contains its path harmlessly', async () => {
  const { get } = await accentedService(['partial'])
  const { status, text } = await get('/v1/<script>alert(1)</script>')
  expect([status, text]).toEqual([404, expect.stringContaining('Cannot GET /v1/%3Cscript%3E')])
})

test('a wrong key is refused before', async () => {
  const { ask } = await accentedService(['partial'])
  expect((await ask('GET', '/v1/me/pins', { key: 'ca_nobody' })).status).toBe(401)
})
