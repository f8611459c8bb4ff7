/** `topo init --agents` writes a skill and a section of AGENTS.md, renews what nobody edited, and keeps the rest. */
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { folder, put, topo } from '../topo.ts'

const templates = resolve(import.meta.dirname, '../../../templates')
const skill = 'skills/topo-diagrams/SKILL.md'
const language = 'skills/topo-diagrams/references/language.md'
const written = [
  `.claude/${skill}`,
  `.claude/${language}`,
  `.agents/${skill}`,
  `.agents/${language}`,
  'AGENTS.md',
]
const read = (cwd: string, name: string) => readFileSync(join(cwd, name), 'utf8')
const edit = (cwd: string, name: string, from: string | RegExp, to: string) =>
  writeFileSync(join(cwd, name), read(cwd, name).replace(from, to))

/** By path, what a run did; and its remaining steps. */
async function agents(cwd: string, ...flags: string[]) {
  const { code, stdout } = await topo(['init', '--agents', '--json', ...flags], { cwd })
  const { items, todo, error } = JSON.parse(stdout)
  const actions = Object.fromEntries(
    (items ?? []).map(({ path, action }: { path: string; action: string }) => [path, action]),
  )
  return { code, actions, todo: todo as string[], error }
}
const all = (action: string) => Object.fromEntries(written.map((path) => [path, action]))
/** As an older topo would have written it: its own hash fits. */
async function older(cwd: string, name: string) {
  const { createHash } = await import('node:crypto')
  edit(cwd, name, /diagrams/, 'drawings')
  edit(cwd, name, /topo-hash: "\w+"/, `topo-hash: "${'0'.repeat(12)}"`)
  const [part = ''] = /<!-- topo:begin[\s\S]*topo:end -->\n/.exec(read(cwd, name)) ?? [
    read(cwd, name),
  ]
  edit(cwd, name, '0'.repeat(12), createHash('sha256').update(part).digest('hex').slice(0, 12))
}

test('two skills and a section; in a project nothing else, and a second run changes nothing', async () => {
  const cwd = folder({ 'topo.config.json': '{}' })
  expect(await agents(cwd)).toEqual({ code: 0, actions: all('written'), todo: [] })
  expect(read(cwd, `.claude/${skill}`)).toBe(read(cwd, `.agents/${skill}`))
  expect(await agents(cwd)).toEqual({ code: 0, actions: all('kept'), todo: [] })
  expect((await agents(folder())).actions).toMatchObject({
    'topo.config.json': 'written',
    ...all('written'),
  })
})

test('the skill follows the specification, and has at most 400 lines with its reference', async () => {
  const cwd = folder({ 'topo.config.json': '{}' })
  await agents(cwd)
  const [, header = '', body = ''] =
    /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(read(cwd, `.agents/${skill}`)) ?? []
  expect(header).toMatch(/^name: topo-diagrams$/m)
  const description = /^description: (.*)$/m.exec(header)?.[1] ?? ''
  expect(description.length).toBeGreaterThan(200)
  expect(description.length).toBeLessThanOrEqual(1024)
  // In YAML, the first two would end a plain text.
  expect(description).not.toMatch(/: | #|^["'[{]/)
  const guide = read(cwd, `.agents/${language}`)
  expect(body).toContain('(references/language.md)')
  expect(`${header}${body}${guide}`.split('\n').length).toBeLessThanOrEqual(400)
  const source = readFileSync(join(templates, 'script-guide.md'), 'utf8')
  expect(source).toContain(guide.replace(/\n<!-- topo-hash.*\n$/, ''))
})

test('what nobody edited is renewed; what a person edited is kept and named; --force renews it', async () => {
  const cwd = folder({ 'topo.config.json': '{}', 'AGENTS.md': '# Ours\n\nBe kind.\n' })
  expect((await agents(cwd)).actions).toMatchObject({ 'AGENTS.md': 'merged' })
  const page = read(cwd, 'AGENTS.md')
  const text = read(cwd, `.agents/${skill}`)
  expect(page).toMatch(/^# Ours\n\nBe kind.\n\n<!-- topo:begin [^\n]*\n## Architecture/)
  put(join(cwd, 'AGENTS.md'), `${page}\nAfter.\n`)
  for (const name of ['AGENTS.md', `.agents/${skill}`, `.claude/${language}`])
    await older(cwd, name)
  edit(cwd, `.claude/${skill}`, '## Tasks', '## Our tasks')
  const again = await agents(cwd)
  expect(again).toMatchObject({
    code: 0,
    actions: {
      'AGENTS.md': 'renewed',
      [`.agents/${skill}`]: 'renewed',
      [`.claude/${language}`]: 'renewed',
      [`.claude/${skill}`]: 'kept',
    },
    todo: [expect.stringContaining(`.claude/${skill}`)],
  })
  expect(read(cwd, 'AGENTS.md')).toBe(`${page}\nAfter.\n`)
  expect(read(cwd, `.agents/${skill}`)).toBe(text)
  expect(read(cwd, `.claude/${skill}`)).toContain('## Our tasks')

  edit(cwd, 'AGENTS.md', 'topo validate', 'make diagrams')
  expect((await agents(cwd)).todo).toHaveLength(2)
  const { stdout } = await topo(['init', '--agents', '--force'], { cwd })
  expect(stdout).toContain(`renewed\t.claude/${skill}\n`)
  expect(read(cwd, 'AGENTS.md')).toBe(`${page}\nAfter.\n`)
  expect(read(cwd, `.claude/${skill}`)).toBe(text)
})

test('a skill of the same name by somebody else is kept; a broken mark costs nothing of the page', async () => {
  const mine = '---\nname: topo-diagrams\n---\nMine.\n'
  const broken = '<!-- topo:begin topo-hash: "000000000000" -->\nOurs, and its end is lost.\n'
  const cwd = folder({ 'topo.config.json': '{}', [`.agents/${skill}`]: mine, 'AGENTS.md': broken })
  expect((await agents(cwd)).todo).toEqual([expect.stringContaining(`.agents/${skill}`)])
  expect(read(cwd, `.agents/${skill}`)).toBe(mine)
  await agents(cwd, '--force')
  expect(read(cwd, 'AGENTS.md')).toMatch(
    /^<!-- topo:begin topo-hash: "0{12}" -->\nOurs, and its end is lost\.\n\n<!-- topo:begin/,
  )
  expect(read(cwd, 'AGENTS.md').match(/topo:end/g)).toHaveLength(1)
})

test('a checkout with the line ends of Windows counts as unedited, and keeps them and its byte order mark', async () => {
  const cwd = folder({ 'topo.config.json': '{}', 'AGENTS.md': '\uFEFF# Ours\r\n' })
  await agents(cwd)
  expect(read(cwd, 'AGENTS.md')).toMatch(/^\uFEFF# Ours\r\n\r\n<!-- topo:begin/)
  expect(read(cwd, 'AGENTS.md')).not.toMatch(/[^\r]\n/)
  edit(cwd, `.agents/${skill}`, /\n/g, '\r\n')
  expect(await agents(cwd)).toMatchObject({ actions: all('kept'), todo: [] })
})

test('a page that is not UTF-8 stops it before anything is written', async () => {
  const cwd = folder({ 'topo.config.json': '{}' })
  writeFileSync(join(cwd, 'AGENTS.md'), Buffer.from('caf\xe9', 'latin1'))
  expect(await agents(cwd)).toMatchObject({
    code: 2,
    error: {
      code: 'TOPO_USAGE',
      message: expect.stringMatching(/AGENTS\.md.* is not a valid configuration: /),
    },
  })
  expect(() => read(cwd, `.agents/${skill}`)).toThrow()
})

test('a link out of the repository is not followed', { tags: 'links' }, async () => {
  const cwd = folder({ 'topo.config.json': '{}' })
  const outside = folder({ 'page.md': 'Elsewhere.\n' })
  symlinkSync(join(outside, 'page.md'), join(cwd, 'AGENTS.md'))
  expect(await agents(cwd)).toMatchObject({ code: 1, error: { code: 'TOPO_OUTSIDE_PROJECT' } })
  expect(read(outside, 'page.md')).toBe('Elsewhere.\n')
})

test('--force needs --agents or --ci', async () => {
  expect(await topo(['init', '--force'])).toMatchObject({ code: 2 })
})
