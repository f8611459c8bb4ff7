import { expect, test } from 'vitest'
import { startOnTerminal } from './topo.ts'

test('a terminal that is read late still shows the last line of a program that has ended', {
  tags: 'terminal',
}, async () => {
  const terminal = startOnTerminal(['help', 'errors'], {})
  let screen = ''
  terminal.onData((data) => {
    screen += data
    const until = performance.now() + 100
    while (performance.now() < until);
  })
  await new Promise<unknown>((done) => terminal.onExit(done))
  expect(screen).toContain('TOPO_INTERRUPTED  You or the system stopped the command.')
})
