/** `topo init --mcp` adds topo to the configuration of AI assistants and keeps everything else in it. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { folder, topo } from '../topo.ts'

const repository = resolve(import.meta.dirname, '../../..')
const read = (cwd: string, name: string) => readFileSync(join(cwd, name), 'utf8')
/** Only this machine has the topo of the tests. */
const entry = { command: 'node', args: [join(repository, 'bin/run.js'), 'mcp'] }
const key = 'ca_a_secret_key_0123456789'

test('init --mcp writes three files without a key to an empty folder; a second run changes nothing', async () => {
  const cwd = folder()
  const env = { TOPO_API_KEY: key, TOPO_BASE_URL: 'https://diagrams.example.com' }
  const { code, stdout } = await topo(['init', '--mcp'], { cwd, env })
  expect(code).toBe(0)
  expect(stdout).toContain(
    'written\t.mcp.json\nwritten\t.vscode/mcp.json\nwritten\t.cursor/mcp.json',
  )
  expect(JSON.parse(read(cwd, '.mcp.json'))).toEqual({ mcpServers: { topo: entry } })
  expect(JSON.parse(read(cwd, '.cursor/mcp.json'))).toEqual({ mcpServers: { topo: entry } })
  expect(JSON.parse(read(cwd, '.vscode/mcp.json'))).toEqual({
    servers: { topo: { type: 'stdio', ...entry } },
  })
  for (const name of ['.mcp.json', '.vscode/mcp.json', '.cursor/mcp.json'])
    expect(read(cwd, name)).not.toContain(key)
  const again = JSON.parse((await topo(['init', '--mcp', '--json'], { cwd })).stdout)
  expect(again.items.map(({ action }: { action: string }) => action)).toEqual(Array(8).fill('kept'))
})

test('init without --mcp does not touch the configuration of assistants', async () => {
  const cwd = folder()
  await topo(['init'], { cwd })
  expect(existsSync(join(cwd, '.mcp.json'))).toBe(false)
})

test('init --mcp keeps other servers, comments, indentation, line ends and the byte order mark', async () => {
  const commented =
    '{\n\t// ours\n\t"inputs": [],\n\t"servers": {\n\t\t"db": { "command": "db" }, // old\n\t},\n}\n'
  const windows =
    '\uFEFF{\r\n    "mcpServers": {\r\n        "a": { "command": "b" }\r\n    }\r\n}\r\n'
  const own =
    '{ "mcpServers": { "topo": { "command": "npx", "args": ["topo", "mcp", "--local"] } } }'
  const cwd = folder({
    '.vscode/mcp.json': commented,
    '.mcp.json': windows,
    '.cursor/mcp.json': own,
  })
  const { stdout } = await topo(['init', '--mcp'], { cwd, columns: 100 })
  expect(stripVTControlCharacters(stdout)).toMatch(
    /merged\s+\.mcp\.json[\s\S]*merged\s+\.vscode[\s\S]*kept\s+\.cursor/,
  )
  const vscode = read(cwd, '.vscode/mcp.json')
  for (const part of [
    '\t// ours\n',
    '"inputs": []',
    '// old',
    '\n\t\t"topo": {\n\t\t\t"type": "stdio"',
  ]) {
    expect(vscode).toContain(part)
  }
  const merged = read(cwd, '.mcp.json')
  expect(merged.startsWith('\uFEFF{\r\n    "mcpServers"')).toBe(true)
  expect(merged).not.toMatch(/[^\r]\n/)
  expect(JSON.parse(merged.slice(1))).toEqual({ mcpServers: { a: { command: 'b' }, topo: entry } })
  expect(read(cwd, '.cursor/mcp.json')).toBe(own)
})

test.each([
  ['{\n  "mcpServers": [}\n', '.mcp.json:2:18'],
  ['{\n  // no\n  "mcpServers": {}\n}\n', '.mcp.json:2:3'],
  ['', '.mcp.json:1:1'],
  ['[]', '.mcp.json:1:1'],
  ['{ "mcpServers": [] }', '.mcp.json:1:17'],
])(
  'init --mcp refuses an unreadable configuration with its position and writes nothing: %j',
  async (text, place) => {
    const cwd = folder({ '.mcp.json': text })
    const { code, stdout } = await topo(['init', '--mcp', '--json'], { cwd })
    expect(code).toBe(2)
    expect(JSON.parse(stdout).error).toMatchObject({
      code: 'TOPO_USAGE',
      message: expect.stringContaining(`${place} is not a valid configuration`),
    })
    expect(read(cwd, '.mcp.json')).toBe(text)
    expect(existsSync(join(cwd, '.vscode')) || existsSync(join(cwd, 'topo.config.json'))).toBe(
      false,
    )
  },
)
