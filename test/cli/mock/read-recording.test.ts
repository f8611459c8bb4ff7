/** A recording is read within limits, and what is wrong with it is named with its place. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRecording } from '../../../src/cli/mock/read-recording.ts'
import { limits } from '../../../src/limits/limits.ts'
import { makeFolder } from '../../project/folder.ts'

async function read(text: string | Buffer) {
  const file = join(makeFolder({}).root, 'a.har')
  writeFileSync(file, text)
  return readRecording(file).catch((error: Error) =>
    Object.assign(error, { message: error.message.replace(file, 'a.har') }),
  )
}

test.each([
  ['{"log": {"entries": [}}', 'a.har:1:22: not valid JSON: a value is missing here.'],
  ['{\n  "log": x\n}', 'a.har:2:10: not valid JSON: this word is not allowed here.'],
  ['', 'a.har:1:1: not valid JSON: a value is missing here.'],
  ['{"log":{"entries":[]}', 'a.har:1:22: not valid JSON: a closing } is missing here.'],
  ['{}', 'a.har is JSON, but not a HAR file: it has no log.entries.'],
  [`{"log":${'['.repeat(600)}${']'.repeat(600)}}`, 'a.har is nested too deeply.'],
])('%j', async (text, message) => {
  expect(await read(text)).toMatchObject({ code: 'TOPO_HAR_INVALID', exitCode: 2, message })
})

test('more values than the limit, before they are parsed', async () => {
  const text = `{"log":{"entries":[${'{},'.repeat(limits.recordingValues.most / 2)}{}]}}`
  expect(await read(text)).toMatchObject({
    code: 'TOPO_HAR_INVALID',
    message: expect.stringContaining('has more than 4,000,000 values'),
  })
})

test('a byte order mark, and bytes that are no text', async () => {
  expect(await read('\ufeff{"log":{"entries":[]}}')).toEqual({ entries: [], unreadable: 0 })
  expect(await read(Buffer.from([0xff, 0xfe, 0x7b]))).toMatchObject({ code: 'TOPO_HAR_INVALID' })
})

test('a file that is missing, and a folder', async () => {
  const { root } = makeFolder({})
  for (const path of [join(root, 'none.har'), root]) {
    await expect(readRecording(path)).rejects.toMatchObject({ code: 'TOPO_READ_FAILED', exitCode: 2 })
  }
})
