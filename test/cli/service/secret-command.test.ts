import { expect, test } from 'vitest'
import { runSecretCommand } from '../../../src/cli/service/secret-command.ts'

test('an apiKeyCommand that hangs times out, even if its child processes still run', async () => {
  const started = performance.now()
  await expect(runSecretCommand('apiKeyCommand', 'sleep 5; echo ca_late', 100)).rejects.toMatchObject({
    code: 'TOPO_KEY_COMMAND',
    exitCode: 4,
    message: expect.stringContaining('took longer than 0.1 s'),
  })
  expect(performance.now() - started).toBeLessThan(4500)
})

test('whitespace around the key of an apiKeyCommand is removed', async () => {
  expect(await runSecretCommand('apiKeyCommand', 'printf "\\n ca_spaced \\r\\n"')).toBe('ca_spaced')
})
