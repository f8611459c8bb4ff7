/** The address of topo's repository stands in one file, and everything else that names it is a copy. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { toKnownError } from '../../../src/cli/io/failure.ts'
import { issuesUrl, topoRepository } from '../../../src/cli/io/repository.ts'

const root = resolve(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const source = 'src/cli/io/repository.ts'
const forms = '.github/ISSUE_TEMPLATE'

/** Files that `node scripts/generate.js` writes the repository to. */
const copies = [
  `${forms}/config.yml`,
  'SECURITY.md',
  'docs/action.md',
  'docs/continuous-integration.md',
  'editors/vscode/README.md',
  'editors/vscode/package.json',
  'package.json',
  'server.json',
  ...['diagrams-comment', 'diagrams'].map((name) => `templates/ci/github/${name}.yml`),
]

test('the placeholder of the owner stands in one file and in its copies', { tags: 'git' }, () => {
  const placeholder = ['OWNER', ''].join('/')
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  const found = [...new Set(files.split('\0'))].filter(
    (path) => path !== '' && read(path).includes(placeholder),
  )
  expect(found.sort()).toEqual(
    topoRepository.startsWith(placeholder) ? [...copies, source].sort() : [],
  )
  expect(read(source).split(`'${topoRepository}'`)).toHaveLength(2)
})

test('every copy names the repository', () => {
  for (const path of copies) expect(read(path), path).toContain(topoRepository)
})

test('release:prepare refuses what cannot be an owner, and writes nothing', () => {
  for (const owner of ['', 'acme/topo', "x'"]) {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['scripts/prepare-release.js', '--owner', owner],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
    expect([owner, status, stderr]).toEqual([owner, 2, expect.stringContaining('--owner NAME')])
  }
})

test('package.json has the homepage, the repository and the address for bugs', {
  tags: 'git',
}, () => {
  expect(JSON.parse(read('package.json'))).toMatchObject({
    homepage: `https://github.com/${topoRepository}#readme`,
    repository: { type: 'git', url: `git+https://github.com/${topoRepository}.git` },
    bugs: { url: issuesUrl },
  })
})

test('TOPO_BUG names the address for bugs', () => {
  const { code, hint } = toKnownError(new TypeError('x is not a function'))
  expect([code, hint]).toEqual([
    'TOPO_BUG',
    expect.stringContaining(`Please report it at ${issuesUrl};`),
  ])
})

test('issue forms have a name, a description and fields with ids of their own', () => {
  const names = readdirSync(join(root, forms)).filter((name) => name !== 'config.yml')
  expect(names.sort()).toEqual(['bug.yml', 'feature.yml'])
  for (const name of names) {
    const form = parse(read(`${forms}/${name}`)) as {
      name: string
      description: string
      body: { type: string; id?: string; attributes: { label?: string; value?: string } }[]
    }
    expect([form.name, form.description].map((text) => typeof text)).toEqual(['string', 'string'])
    const fields = form.body.filter(({ type }) => type !== 'markdown')
    expect(fields.length).toBeGreaterThanOrEqual(3)
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length)
    for (const { id, attributes } of fields) expect([id, attributes.label]).not.toContain(undefined)
  }
})

test('vulnerabilities are reported in private, also from the issue forms', () => {
  const address = `https://github.com/${topoRepository}/security/advisories/new`
  const { contact_links: links } = parse(read(`${forms}/config.yml`)) as {
    contact_links: { url: string }[]
  }
  expect(links.map(({ url }) => url)).toContain(address)
  expect(read('SECURITY.md')).toContain(address)
})
