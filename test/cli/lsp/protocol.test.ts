/** `topo lsp` as a process: the life cycle of the protocol, exit codes, nothing but protocol on stdout. */
import { describe, expect, test } from 'vitest'
import { oneOf } from '../../cases.ts'
import { folder, start, startLive, topoOnPseudoTerminal } from '../topo.ts'
import { editorProcess } from './process.ts'

const frame = (message: object) => {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message })
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** Sends messages and closes the input; returns all messages and the exit code. */
async function converse(messages: object[], args: string[] = []) {
  const run = await startLive(['lsp', ...args])
  run.send(messages.map(frame).join(''))
  run.send()
  const { code: exit, stdout } = await run.ended
  let rest = Buffer.from(stdout)
  const answers: { id?: number; result?: object | null; error?: { code: number } }[] = []
  while (rest.length > 0) {
    const [head, length] = /^Content-Length: (\d+)\r\n\r\n/.exec(rest.toString('latin1')) ?? []
    if (head === undefined) throw new Error(`not protocol: ${rest}`)
    answers.push(JSON.parse(rest.subarray(head.length, head.length + Number(length)).toString()))
    rest = rest.subarray(head.length + Number(length))
  }
  return { exit, answers }
}

const initialize = {
  id: 1,
  method: 'initialize',
  params: { processId: null, rootUri: null, capabilities: {} },
}
const shutdown = { id: 9, method: 'shutdown' }

describe('the life cycle', () => {
  test('exits 0 after shutdown and exit, with the options that editors add', async () => {
    const { exit, answers } = await converse(
      [initialize, { method: 'initialized', params: {} }, shutdown, { method: 'exit' }],
      ['--stdio', `--clientProcessId=${process.pid}`],
    )
    expect([exit, answers.map(({ id }) => id)]).toEqual([0, [1, 9]])
  })

  test('exits 1 on exit without shutdown, and when the input ends', async () => {
    expect((await converse([initialize, { method: 'exit' }])).exit).toBe(1)
    expect((await converse([initialize])).exit).toBe(1)
    expect((await converse([initialize, shutdown])).exit).toBe(0)
    expect((await converse([])).exit).toBe(0)
  })

  test('answers nothing before initialize, and nothing after shutdown', async () => {
    const hover = { id: 5, method: 'textDocument/hover', params: {} }
    const early = await converse([
      hover,
      { method: 'textDocument/didOpen', params: {} },
      initialize,
      shutdown,
    ])
    expect(early.answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [5, -32002],
      [1, undefined],
      [9, undefined],
    ])
    const late = await converse([
      initialize,
      { ...initialize, id: 2 },
      shutdown,
      hover,
      { method: 'exit' },
    ])
    expect(late.answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, undefined],
      [2, -32600],
      [9, undefined],
      [5, -32600],
    ])
    expect(late.exit).toBe(0)
  })

  test.each(oneOf(2, ['SIGINT', 'SIGTERM'] as const))(
    'ends on %s with exit code 0',
    { tags: 'signals' },
    async (signal) => {
      const { child, exit } = await editorProcess()
      child.kill(signal)
      expect(await exit).toBe(0)
    },
  )

  test('ends when the process of the editor is gone', async () => {
    const gone = start(['--version'])
    await new Promise((done) => gone.on('close', done))
    const { exit } = await editorProcess({ params: { processId: gone.pid ?? null } })
    expect(await exit).toBe(1)
  })

  test('ends without a stack when the editor closes the output, also before answers', async () => {
    const { child, exit, open, stderr, connection } = await editorProcess()
    child.stdout.destroy()
    open('a.topology.js', 'null')
    for (let n = 0; n < 10; n++) connection.sendRequest('textDocument/hover', {}).catch(() => {})
    expect([await exit, stderr()]).toEqual([1, ''])
  })

  test('on a terminal it prints what it waits for', { tags: 'terminal' }, async () => {
    const { code, screen } = await topoOnPseudoTerminal(['lsp'], {
      answer: { 'stop with Ctrl-C': '\u0003' },
    })
    expect([code, screen.includes('Waiting for an editor')]).toEqual([0, true])
  })
})

test('a script that prints changes nothing on stdout, and unknown requests are answered', async () => {
  const { ask, open, diagnostics, stop, stderr } = await editorProcess({
    cwd: folder({ 'topo.config.json': '{}' }),
  })
  await expect(ask('no/such/method')).rejects.toThrow('no/such/method')
  open('a.topology.js', "console.log('Content-Length: 3')\nnull")
  expect(await diagnostics('a.topology.js')).not.toEqual([])
  expect(await stop()).toBe(0)
  expect(stderr()).toBe('')
})
