/** The header of a script in an editor: its keys and values are completed and explained, and a wrong one is found. */
import { expect, test } from 'vitest'
import type { CompletionList, Hover } from 'vscode-languageserver-protocol'
import { folder } from '../cli/topo.ts'
import { editor } from './client.ts'

const path = 'a.topology.js'
const code = 'const t = new TopologyBuilder(true)\nawait t.apply()\n'

/** Asks about the place behind the part of a header that is typed. */
async function asked<Answer>(method: string, typed: string, rest: string): Promise<Answer | null> {
  const client = await editor({ cwd: folder({ 'topo.config.json': '{}' }) })
  client.open(path, `${typed}${rest}\n---*/\n${code}`)
  return client.ask<Answer>(method, {
    textDocument: { uri: client.uriOf(path) },
    position: client.after(path, typed),
  })
}

const completed = async (typed: string, rest = '') =>
  (await asked<CompletionList>('textDocument/completion', typed, rest))?.items

test.each([
  ['/*---\ndirection: ', ['down', 'right', 'up', 'left']],
  ['/*---\r\nname: A\r\n  direction: le', ['down', 'right', 'up', 'left']],
  ['/*---\npublic: ', ['true', 'false']],
])('after %j, the values are completed', async (typed, labels) => {
  expect((await completed(typed))?.map(({ label }) => label)).toEqual(labels)
})

test('keys are completed with their colon and what they mean', async () => {
  const items = await completed('/*---\nname: A\ndir')
  const direction = items?.find(({ label }) => label === 'direction')
  expect(items?.length).toBe(10)
  expect(direction).toMatchObject({
    detail: expect.stringContaining('Where connections lead'),
    textEdit: {
      newText: 'direction: ',
      range: { start: { line: 2, character: 0 }, end: { line: 2, character: 3 } },
    },
  })
})

test.each(['/*---\nname: ', '/*---\ndirection: left ', '/*---\ntags: [', '/* direction: '])(
  'after %j, nothing is completed',
  async (typed) => {
    expect((await completed(typed)) ?? []).toEqual([])
  },
)

test('a hover tells what a key and a value mean', async () => {
  const hover = (typed: string, rest: string) => asked<Hover>('textDocument/hover', typed, rest)
  expect(await hover('/*---\ndirec', 'tion: left')).toMatchObject({
    contents: { value: expect.stringContaining('down, right, up or left') },
    range: { start: { line: 1, character: 0 }, end: { line: 1, character: 9 } },
  })
  expect(await hover('/*---\ndirection: le', 'ft')).toMatchObject({
    contents: { value: expect.stringContaining('lead left') },
    range: { start: { line: 1, character: 11 }, end: { line: 1, character: 15 } },
  })
  expect(await hover('/*---\nna', 'em: A')).toBeNull()
})
