/** Reading files within limits: the whole file or an error. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readFileIfExists, readFileWithin, readFileWithinSync } from '../../src/limits/files.ts'
import { limits } from '../../src/limits/limits.ts'

function fileOf(bytes: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'topo-limits-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'file')
  writeFileSync(file, bytes)
  return file
}

/** A pipe that nobody writes to. */
function pipe(): string {
  const file = `${fileOf('')}.pipe`
  execFileSync('mkfifo', [file])
  return file
}

const tooLarge = {
  code: 'TOPO_INPUT_TOO_LARGE',
  exitCode: 2,
  message:
    'the key is larger than 16 KiB, the limit for an API key: TOPO_API_KEY_FILE, --with-key, the output of an apiKeyCommand.',
}

describe.each([
  ['later', readFileWithin],
  ['at once', async (...given: Parameters<typeof readFileWithin>) => readFileWithinSync(...given)],
])('%s', (_when, read) => {
  test.each([0, 1, 1000, limits.key.most])(
    'a file of %d bytes is read completely',
    async (size) => {
      const bytes = Buffer.from(Array.from({ length: size }, (_, at) => at % 251))
      expect((await read('key', fileOf(bytes))).equals(bytes)).toBe(true)
    },
  )

  test('one byte over the limit is an error with the file, the limit and a fix', async () => {
    const file = fileOf(Buffer.alloc(limits.key.most + 1))
    await expect(read('key', file, 'the key')).rejects.toMatchObject(tooLarge)
    await expect(read('key', file)).rejects.toMatchObject({
      message: expect.stringContaining(file),
      hint: expect.stringContaining('ca_'),
    })
  })

  test('a huge file is rejected before it is read', async () => {
    const file = fileOf('')
    truncateSync(file, 2 ** 40)
    await expect(read('script', file)).rejects.toMatchObject({ code: 'TOPO_INPUT_TOO_LARGE' })
  })

  test('a missing file and a folder keep the error of the file system', async () => {
    await expect(read('key', join(tmpdir(), 'no-such-file'))).rejects.toMatchObject({
      code: 'ENOENT',
    })
    await expect(read('key', tmpdir())).rejects.toMatchObject({ code: 'EISDIR' })
  })

  test('a pipe is rejected without waiting for its writer', { tags: 'posix' }, async () => {
    await expect(read('config', pipe(), 'topo.config.json')).rejects.toMatchObject({
      code: 'TOPO_READ_FAILED',
      message: 'topo.config.json is a pipe or a device, not a file.',
    })
  })

  test('a link to a device is rejected', { tags: 'posix' }, async () => {
    const link = `${fileOf('')}.link`
    symlinkSync('/dev/zero', link)
    await expect(read('config', link)).rejects.toMatchObject({ code: 'TOPO_READ_FAILED' })
  })

  test('an endless device is rejected at the limit', { tags: 'posix' }, async () => {
    await expect(read('key', '/dev/zero', 'the key')).rejects.toMatchObject(tooLarge)
  })

  test.skipIf(process.platform !== 'linux')(
    'a file with content is read even if its size is reported as 0',
    async () => {
      expect((await read('key', '/proc/self/status')).toString()).toMatch(/^Name:/)
    },
  )

  test('a named pipe is read to its end, and no further than the limit', {
    tags: 'posix',
  }, async () => {
    const pipePath = `${fileOf('')}.pipe`
    execFileSync('mkfifo', [pipePath])
    const write = (text: string) =>
      spawn('sh', ['-c', `{ ${text}; } > "$0"`, pipePath], { stdio: 'ignore' })
    write('printf hello; sleep 0.1; printf ", world"')
    expect((await read('key', pipePath)).toString()).toBe('hello, world')
    const endless = write('yes')
    const ended = new Promise((close) => endless.on('close', close))
    await expect(read('key', pipePath, 'the key')).rejects.toMatchObject(tooLarge)
    // The pipe has no reader any more, which ends the writer.
    await ended
  })
})

test('readFileIfThere returns undefined for a missing file, but fails for a file over the limit', async () => {
  expect(await readFileIfExists('key', join(tmpdir(), 'no-such-file'))).toBeUndefined()
  await expect(readFileIfExists('key', fileOf(Buffer.alloc(20_000)))).rejects.toMatchObject({
    code: 'TOPO_INPUT_TOO_LARGE',
  })
})
