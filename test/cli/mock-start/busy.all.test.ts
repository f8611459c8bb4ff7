/** Slow scripts run in threads, while the mock answers other requests. */
import { expect, test } from 'vitest'
import { mock, script } from '../topo.ts'

const headers = { authorization: 'Bearer ca_demo_alice', 'content-type': 'application/json' }

test('endless scripts block neither a list nor a page, and get their results', async () => {
  const { url } = await mock()
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
  // Start the threads before measuring.
  expect((await create(script('first'))).status).toBe(200)
  const loops = ['a', 'b'].map((name) => create('for (;;) {}').then(done(name)))
  // There are two threads: this request waits for one of them.
  const third = create(script('third')).then(done('c'))
  const lists = Array.from({ length: 5 }, () =>
    fetch(`${url}/v1/scripts/user`, { headers }).then(done('list')),
  )
  expect((await Promise.all(lists)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(ended).toEqual(['list', 'list', 'list', 'list', 'list'])
  for (const answer of await Promise.all(loops)) {
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ type: 'timeout' }] })
  }
  expect((await third).status).toBe(200)
}, 60_000)
