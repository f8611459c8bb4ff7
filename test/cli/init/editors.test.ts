/** `topo init --editor`: the files with which editors start the server, and what is left to do by hand. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  createProtocolConnection,
  type InitializeResult,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node'
import { extensionId } from '../../../src/cli/io/repository.ts'
import { oneOf } from '../../cases.ts'
import { folder, topo } from '../topo.ts'

const read = (cwd: string, name: string) => readFileSync(join(cwd, name), 'utf8')
const init = async (cwd: string, editor: string) =>
  JSON.parse((await topo(['init', '--editor', editor, '--json'], { cwd })).stdout)

/** The command in a file, written as in JSON: Lua, TOML and Lisp understand it too. */
const commandIn = (text: string): string[] => {
  const lines = text.split('\n').filter((line) => /run\.js|^command/.test(line))
  return [...lines.join(' ').matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([word]) => JSON.parse(word))
}

test.each(
  oneOf<[string, string]>(3, [
    ['neovim', '.nvim.lua'],
    ['helix', '.helix/languages.toml'],
    ['emacs', '.dir-locals.el'],
  ]),
)(
  '%s gets a file whose command starts a server; an existing file is kept',
  async (editor, path) => {
    const cwd = folder()
    const first = await init(cwd, editor)
    expect(first.items).toContainEqual({ path, written: true, action: 'written' })
    const [command = '', ...args] = commandIn(read(cwd, path))
    expect(args.at(-1)).toBe('lsp')
    const child = spawn(command, args, { cwd })
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    )
    connection.listen()
    const capabilities = { processId: null, rootUri: null, capabilities: {} }
    const { serverInfo } = (await connection.sendRequest(
      'initialize',
      capabilities,
    )) as InitializeResult
    expect(serverInfo?.name).toBe('topo')
    connection.dispose()
    child.kill()
    const text = read(cwd, path)
    const again = await init(cwd, editor)
    expect(again.items).toContainEqual({ path, written: false, action: 'kept' })
    expect(again.todo[0]).toBe(
      `Add the server to ${path}, which exists already; see docs/editors.md.`,
    )
    expect(read(cwd, path)).toBe(text)
  },
)

test('vscode gets the extension among those that the folder recommends', async () => {
  const cwd = folder()
  const path = '.vscode/extensions.json'
  expect((await init(cwd, 'vscode')).items).toContainEqual({
    path,
    written: true,
    action: 'written',
  })
  expect(read(cwd, path)).toBe(`{\n  "recommendations": [\n    "${extensionId}"\n  ]\n}\n`)
  expect((await init(cwd, 'vscode')).items).toContainEqual({ path, written: false, action: 'kept' })
})

test.each([
  ['{}', { recommendations: [extensionId] }],
  ['{ "recommendations": [] }', { recommendations: [extensionId] }],
  [
    '{\r\n  // ours\r\n  "recommendations": [\r\n    "a.b",\r\n  ],\r\n}\r\n',
    { recommendations: ['a.b', extensionId] },
  ],
])('vscode keeps what %j recommends', async (text, expected) => {
  const cwd = folder({ '.vscode/extensions.json': text })
  const { items } = await init(cwd, 'vscode')
  expect(items.at(-1)).toEqual({ path: '.vscode/extensions.json', written: true, action: 'merged' })
  const merged = read(cwd, '.vscode/extensions.json')
  expect(merged.includes('// ours')).toBe(text.includes('// ours'))
  if (text.includes('\r')) expect(merged).not.toMatch(/[^\r]\n/)
  expect(JSON.parse(merged.replace(/\/\/.*|,(?=\s*[\]}])/g, ''))).toEqual(expected)
})

test('a list that VS Code cannot read is named, and nothing is written', async () => {
  const cwd = folder({ '.vscode/extensions.json': '{\n  "recommendations": "a.b"\n}\n' })
  const { code, stderr } = await topo(['init', '--editor', 'vscode'], { cwd })
  expect(code).toBe(2)
  expect(stderr).toContain(
    '.vscode/extensions.json:2:22 is not a valid configuration: recommendations is not a list.',
  )
  expect(existsSync(join(cwd, 'topo.config.json'))).toBe(false)
})

test.each(['zed', 'jetbrains'])('%s needs a step by hand, which topo names', async (editor) => {
  const { todo } = await init(folder(), editor)
  expect(todo[0]).toContain('docs/editors.md')
})
