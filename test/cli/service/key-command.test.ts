import { expect, test } from 'vitest'
import { runKeyCommand } from '../../../src/cli/service/key-command.ts'

test('a password manager that does not answer is given up, also while what it started goes on', async () => {
  const started = performance.now()
  await expect(runKeyCommand('sleep 5; echo ca_late', 100)).rejects.toMatchObject({
    code: 'TOPO_KEY_COMMAND',
    exitCode: 4,
    message: expect.stringContaining('took longer than 0.1 s'),
  })
  expect(performance.now() - started).toBeLessThan(4500)
})

test('what stands around the key is not part of it', async () => {
  expect(await runKeyCommand('printf "\\n ca_spaced \\r\\n"')).toBe('ca_spaced')
})
