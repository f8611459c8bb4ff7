/** The built topo, not only its sources, explains a wrong topo.config.json. */
import { expect, test } from 'vitest'
import { folder, topo } from '../topo.ts'

test.each([
  ['{ "basUrl": "https://example.com" }', /topo\.config\.json:1:3: `basUrl` is not a setting/, /`baseUrl`/],
  ['{\n  "include": "a"\n}', /topo\.config\.json:2:14: `include`/, /list of patterns/],
  ['{ "include": ', /topo\.config\.json:1:13: not valid JSON/, /JSON/],
])('%s', async (text, message, hint) => {
  const { code, stdout } = await topo(['status', '--local', '--json'], {
    cwd: folder({ 'topo.config.json': text }),
  })
  expect([code, JSON.parse(stdout).error]).toMatchObject([
    2,
    {
      code: 'TOPO_CONFIG_INVALID',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    },
  ])
})
