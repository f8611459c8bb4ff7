/** Scripts that take all they may are run beside the service, which answers others meanwhile. */
import { expect, test } from 'vitest'
import { mockProcess, script } from '../topo.ts'

const headers = { authorization: 'Bearer ca_demo_alice', 'content-type': 'application/json' }

test('endless scripts hold up neither a list nor a page, and get their verdicts', async () => {
  const { url } = await mockProcess()
  const ended: string[] = []
  const done = (what: string) => (answer: Response) => {
    ended.push(what)
    return answer
  }
  const create = (code: string) =>
    fetch(`${url}/v1/scripts`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'x', type: 'topology', code }),
    })
  // The threads are up before anything is compared.
  expect((await create(script('first'))).status).toBe(200)
  const loops = ['a', 'b', 'c'].map((name) => create('for (;;) {}').then(done(name)))
  const lists = Array.from({ length: 5 }, () =>
    fetch(`${url}/v1/scripts/user`, { headers }).then(done('list')),
  )
  expect((await Promise.all(lists)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(ended).toEqual(['list', 'list', 'list', 'list', 'list'])
  for (const answer of await Promise.all(loops)) {
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ type: 'timeout' }] })
  }
})
