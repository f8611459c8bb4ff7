/** Every reader of text takes a byte order mark for what it is, and names another encoding. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { as } from '../control.ts'
import { folder, mock, put, script, topo } from '../topo.ts'

interface Reader {
  /** The file that is read, and its text; undefined if the command before wrote it. */
  file: string
  text?: string
  before?: string[]
  args: string[]
  env?: Record<string, string>
}

const profile = { baseUrl: 'http://127.0.0.1:1' }
const readers: Reader[] = [
  { file: 'topo.config.json', text: '{}', args: ['validate'] },
  { file: '.topoignore', text: 'drafts/\n', args: ['validate'] },
  { file: 'a.topology.js', text: script('a'), args: ['validate'] },
  {
    file: 'conf/profiles.json',
    text: JSON.stringify({ profiles: { default: profile } }),
    args: ['config', 'list'],
    env: { TOPO_CONFIG_HOME: 'conf' },
  },
  {
    file: 'plan.json',
    before: ['push', '--plan-out', 'plan.json'],
    args: ['push', '--plan', 'plan.json'],
  },
  { file: '.topo/state.json', before: ['push'], args: ['status'] },
  {
    file: 'base.json',
    before: ['validate', '--write-baseline', 'base.json'],
    args: ['validate', '--baseline', 'base.json'],
  },
  {
    file: 'body.json',
    text: '{"name":"A"}',
    args: ['api', 'POST', '/v1/collections', '--input', 'body.json'],
  },
  {
    file: 'slugs.txt',
    text: 'a\n',
    args: ['script', 'import', 'all.csv', '--from-file', 'slugs.txt', '--dry-run'],
  },
  {
    file: 'all.csv',
    text: 'slug,file\na,a.topology.js\n',
    args: ['script', 'import', 'all.csv', '--dry-run'],
  },
]

/** Runs the command on the file in other bytes. */
async function runWith(
  { file, text, before, args, env }: Reader,
  change: (text: string) => Buffer,
) {
  const { url } = await mock({ fixtures: 'none' })
  const cwd = folder({ 'topo.config.json': '{}', 'a.topology.js': script('a') })
  put(join(cwd, 'all.csv'), 'slug,file\na,a.topology.js\n')
  const options = { cwd, env: { ...as(url), ...env } }
  if (before) expect((await topo(before, options)).code).toBe(0)
  if (text !== undefined) put(join(cwd, file), text)
  writeFileSync(join(cwd, file), change(readFileSync(join(cwd, file), 'utf8')))
  return topo(args, options)
}

test.each(readers)('$file may begin with a byte order mark', async (reader) => {
  const { code, stderr } = await runWith(reader, (text) => Buffer.from(`\uFEFF${text}`))
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('error')])
})

test.each(readers)('$file in UTF-16 is named', async (reader) => {
  const { code, stdout, stderr } = await runWith(reader, (text) =>
    Buffer.from(`\uFEFF${text}`, 'utf16le'),
  )
  // A state file is topo's own: deleting it is the way out.
  const words = reader.file === '.topo/state.json' ? /is not UTF-8/ : /UTF-16 LE/
  expect(`${stdout}${stderr}`).toMatch(words)
  expect([1, 2]).toContain(code)
})
