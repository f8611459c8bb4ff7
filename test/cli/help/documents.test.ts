/** Documents are true: their links lead somewhere, and their command lines use commands and flags that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { commandsOf } from '../../../src/cli/manifest.ts'

const root = resolve(import.meta.dirname, '../../..')
const documents = [
  'README.md',
  'SECURITY.md',
  'src/README.md',
  'test/README.md',
  '.github/CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].filter((path) => existsSync(join(root, path)))
const {
  sectionsForUsers,
}: {
  sectionsForUsers: {
    heading: string
    pages: { path: string; title: string; question: string }[]
  }[]
} = await import(pathToFileURL(join(root, 'scripts/documents.js')).href)
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface ManifestCommand {
  id: string
  aliases: string[]
  flags: Record<string, { char?: string; allowNo?: boolean }>
}
const commands = commandsOf<ManifestCommand>(JSON.parse(read('oclif.manifest.json')))
const { oclif } = JSON.parse(read('package.json')) as { oclif: { topics: Record<string, object> } }
const commandNames = new Map(
  Object.values(commands).flatMap((command) =>
    [command.id, ...command.aliases].map((name) => [name.replaceAll(':', ' '), command] as const),
  ),
)

/** Lines of shell blocks and code spans that start with `topo`; what follows a pipe, a `#` or `--` is not topo's. */
const commandLines = (text: string): string[] => {
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, code = '']) =>
    code.split('\n'),
  )
  const spans = [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, code]) => code as string,
  )
  return [...blocks, ...spans]
    .flatMap((line) => line.replace(/\s#.*/, '').split(/&&|\||;/))
    .map((line) => line.trim())
    .filter((line) => /^topo [a-z]/.test(line))
    .map((line) => line.replaceAll('\\', '').replace(/ -- .*| > .*/, ''))
}

/** The command that a line runs: the longest name at its start. */
function commandOf(line: string): ManifestCommand | undefined {
  const words = line.split(' ').slice(1)
  for (let length = words.length; length > 0; length--) {
    const command = commandNames.get(words.slice(0, length).join(' '))
    if (command) return command
  }
  return undefined
}

function problemOf(line: string): string | undefined {
  const command = commandOf(line)
  if (!command)
    return Object.hasOwn(oclif.topics, line.split(' ')[1] ?? '') ? undefined : `no command: ${line}`
  const known = Object.entries(command.flags).flatMap(([name, { char, allowNo }]) => [
    `--${name}`,
    ...(char ? [`-${char}`] : []),
    ...(allowNo ? [`--no-${name}`] : []),
  ])
  const unknown = [...line.matchAll(/\s(--?[a-z][\w-]*)/gi)]
    .map(([, flag]) => flag as string)
    .filter((flag) => !['--help', '-h', '--version', ...known].includes(flag))
  return unknown.length > 0 ? `no flag ${unknown.join(' ')}: ${line}` : undefined
}

test('the pages for users are all documents but the decisions; topo explain has the errors', () => {
  const listed = sectionsForUsers.flatMap(({ pages }) => pages.map(({ path }) => path))
  const forUsers = documents.filter(
    (path) => path.startsWith('docs/') && path !== 'docs/decisions.md',
  )
  expect(listed.sort()).toEqual(forUsers)
  expect(forUsers).not.toContain('docs/errors.md')
})

test('the documents for users have 19,000 words or fewer', () => {
  const forUsers = documents.filter((path) => /^(README|docs\/(?!decisions).*)\.md$/.test(path))
  const words = forUsers.flatMap((path) => read(path).split(/\s+/).filter(Boolean))
  expect(words.length).toBeLessThanOrEqual(19_000)
})

/** The anchor that GitHub gives a heading. */
const anchors = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('the check finds unknown commands and flags', () => {
  expect(
    ['topo pusch', 'topo push --forse', 'topo push --dry-run', 'topo script'].map(problemOf),
  ).toEqual(['no command: topo pusch', 'no flag --forse: topo push --forse', undefined, undefined])
})

test('one spelling: a command with a short name is called by it', () => {
  const long = [...commandNames]
    .filter(([name, { id, aliases }]) => aliases.length > 0 && name === id.replaceAll(':', ' '))
    .map(([name]) => name)
  expect(long.length).toBeGreaterThan(10)
  const pattern = new RegExp(`topo (?:help )?(${long.join('|')})\\b`)
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/${name}`)
  expect([...documents, ...sources].filter((path) => pattern.test(read(path)))).toEqual([])
})

describe.each(documents)('%s', (path) => {
  test('links lead to files and headings', () => {
    // What a block of code shows is a text, such as the HTML of somebody's page.
    const prose = read(path).replace(/^ *```.*?^ *```$/gms, '')
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
      .map(([, link, source]) => link ?? (source as string))
      .filter((link) => !/^https?:/.test(link))
    const broken = links.filter((link) => {
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? path : join(dirname(path), file)
      if (!existsSync(join(root, target))) return true
      return anchor !== undefined && !anchors(read(target)).includes(anchor)
    })
    expect(broken).toEqual([])
  })

  test('command lines name commands and flags that exist', () => {
    expect(commandLines(read(path)).flatMap((line) => problemOf(line) ?? [])).toEqual([])
  })
})

test('the README and the commands have command lines to check', () => {
  expect(commandLines(read('README.md')).length).toBeGreaterThan(30)
  expect(commandLines(read('docs/commands.md')).length).toBeGreaterThan(80)
})
