import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runSecretCommand } from '../../../../src/cli/service/key/secret-command.ts'
import { folder } from '../../topo.ts'

/** Command line of a program with this text, for any shell. */
function program(text: string): string {
  return `"${process.execPath}" "${join(folder({ 'program.cjs': text }), 'program.cjs')}"`
}

test('an apiKeyCommand that hangs times out, even if its child processes still run', async () => {
  const started = performance.now()
  const slow = `${program('setTimeout(() => {}, 5000)')} && echo ca_late`
  await expect(runSecretCommand(slow, 100)).rejects.toMatchObject({
    code: 'TOPO_KEY_COMMAND',
    exitCode: 4,
    message: expect.stringContaining('took longer than 0.1 s'),
  })
  expect(performance.now() - started).toBeLessThan(4500)
})

test('on Windows the programs that it started end with it', {
  tags: ['windows', 'not-wine'],
}, async () => {
  const file = join(folder(), 'pid')
  const endless = program(
    `require('fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000)`,
  )
  await expect(runSecretCommand(`${endless} && echo ca_late`, 2500)).rejects.toThrow('2.5 s')
  expect(existsSync(file)).toBe(true)
  const pid = Number(readFileSync(file, 'utf8'))
  await expect.poll(() => isRunning(pid)).toBe(false)
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('whitespace around the key of an apiKeyCommand is removed', async () => {
  expect(await runSecretCommand(program("console.log('\\n ca_spaced \\r')"))).toBe('ca_spaced')
})

test('a program of the working folder is not taken for one of PATH', {
  tags: ['windows', 'not-wine'],
}, async () => {
  const here = process.cwd()
  process.chdir(folder({ 'topo-vault.cmd': '@ECHO ca_hijacked\r\n' }))
  try {
    await expect(runSecretCommand('topo-vault')).rejects.toMatchObject({
      code: 'TOPO_KEY_COMMAND',
    })
  } finally {
    process.chdir(here)
  }
})
