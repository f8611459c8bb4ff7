/** Invalid lines on standard input get an error response, and the next line is read. */
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { limits } from '../../src/limits/limits.ts'
import { LineTransport } from '../../src/mcp/transport.ts'

async function begin() {
  const input = new PassThrough()
  const output = new PassThrough()
  const transport = new LineTransport(input, output)
  const taken: unknown[] = []
  const errors: string[] = []
  transport.onmessage = (message) => taken.push(message)
  transport.onerror = ({ message }) => errors.push(message)
  await transport.start()
  const said = () =>
    String(output.read() ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  return { input, taken, errors, said }
}

const ping = '{"jsonrpc":"2.0","id":9,"method":"ping"}'

test.each([
  ['nonsense', -32700, null],
  ['{"jsonrpc":"2.0",', -32700, null],
  ['[]', -32600, null],
  [`[${ping}]`, -32600, null],
  ['null', -32600, null],
  ['"ping"', -32600, null],
  ['{"id":5,"method":"ping"}', -32600, 5],
  ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, null],
  ['{"jsonrpc":"2.0","id":"a","method":5}', -32600, 'a'],
  ['{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{}}', -32602, 2],
  ['{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":4}}', -32602, 3],
  ['{"jsonrpc":"2.0","id":4,"method":"initialize","params":{}}', -32602, 4],
])('%s is answered with %i', async (line, code, id) => {
  const { input, taken, said } = await begin()
  input.write(`${line}\r\n\n${ping}\n`)
  expect(said()).toEqual([
    { jsonrpc: '2.0', id, error: { code, message: expect.stringMatching(/^.{5,80}\.$/) } },
  ])
  expect(taken).toEqual([JSON.parse(ping)])
})

test('an invalid response gets no response, to avoid a loop', async () => {
  const { input, taken, errors, said } = await begin()
  input.write(`{"id":1,"result":{}}\n${ping}\n`)
  expect(said()).toEqual([])
  expect(errors).toHaveLength(1)
  expect(taken).toHaveLength(1)
})

test('a line that is too long is dropped, and the next one is read', async () => {
  const { input, taken, said } = await begin()
  const piece = Buffer.alloc(1024 * 1024, 'x')
  for (let sent = 0; sent <= limits.message.most; sent += piece.length) input.write(piece)
  input.write(`"\n${ping}\n`)
  expect(said()).toMatchObject([
    { id: null, error: { code: -32600, message: expect.stringContaining('16 MiB') } },
  ])
  expect(taken).toEqual([JSON.parse(ping)])
})

test('a message can arrive in chunks, split inside a character', async () => {
  const { input, taken } = await begin()
  const bytes = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"é":"\u{1f600}"}}\n')
  for (const byte of bytes) input.write(Buffer.from([byte]))
  expect(taken).toMatchObject([{ params: { é: '\u{1f600}' } }])
})
