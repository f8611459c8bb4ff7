/** Requests that were processed although a gateway lost their answer. */
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { createClient } from '../../../src/api/client/client.ts'
import { createTransport } from '../../../src/api/transport/transport.ts'
import { impatientClock } from '../../clock.ts'
import { type TestService, testService } from '../../mock/service.ts'
import { goodCode, remoteOf, workspace } from '../../project/workspace.ts'
import { testServer } from '../server.ts'

const file = 'shop.topology.js'

/** Service behind a gateway that forwards all requests and answers those of one method with its own status. */
async function behindGateway(method: string, status: number): Promise<TestService> {
  const service = testService()
  const { url } = await testServer(async (request, response) => {
    const { authorization } = request.headers
    const answer = await service.request(request.url ?? '/', {
      method: request.method ?? 'GET',
      key: authorization?.slice('Bearer '.length) ?? '',
      headers: { 'content-type': 'application/json' },
      ...(request.method === 'GET' ? {} : { body: await text(request) }),
    })
    if (request.method === method) response.writeHead(status).end('<h1>Bad gateway</h1>')
    else
      response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(await answer.text())
  })
  const transport = createTransport({
    clock: impatientClock,
    baseUrl: url,
    apiKey: 'ca_demo_alice',
    retries: 0,
  })
  return { ...service, as: () => createClient(transport, url) as ReturnType<TestService['as']> }
}

const asked = (service: TestService, method: string) =>
  service.control.journal.list().filter((entry) => entry.method === method)

it.each([500, 502, 503, 504])(
  'a create whose answer a gateway replaced by %i is found by its slug',
  async (status) => {
    const service = await behindGateway('POST', status)
    const space = await workspace({ [file]: goodCode }, service)
    expect((await space.push()).outcomes).toMatchObject([{ action: 'created', exitCode: 0 }])
    expect((await space.push()).outcomes).toMatchObject([{ action: 'unchanged' }])
    expect(asked(service, 'POST')).toHaveLength(1)
    const { id } = await remoteOf(space.client, 'shop')
    expect(await space.records()).toMatchObject({ [file]: { id } })
  },
)

it('an update whose answer a gateway replaced by 502 is found by its id', async () => {
  const service = await behindGateway('PATCH', 502)
  const space = await workspace({ [file]: goodCode }, service)
  await space.push()
  space.write(file, `${goodCode}// more\n`)
  expect((await space.push()).outcomes).toMatchObject([{ action: 'updated', exitCode: 0 }])
  expect((await space.push()).outcomes).toMatchObject([{ action: 'unchanged' }])
  expect(asked(service, 'PATCH')).toHaveLength(1)
})
