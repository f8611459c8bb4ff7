/** Icons of packs are found in the packages of the script's folder; the others are explained. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { resolveIcons } from '../../../src/project/icons/resolve-icons.ts'
import { makeFolder } from '../folder.ts'

const temporaryFolder = () => makeFolder().root

const path = (d: string) => ({ body: `<path d="${d}"/>` })
const logos = {
  prefix: 'logos',
  width: 256,
  height: 256,
  icons: {
    'aws-lambda': { ...path('M1 1'), height: 128 },
    'aws-s3': path('M2 2'),
    'amazon-chime': path('M3 3'),
    aws: path('M4 4'),
    'google-cloud': path('M5 5'),
    'google-cloud-run': path('M6 6'),
    rust: path('M7 7'),
  },
  aliases: {
    ferris: { parent: 'rust', hFlip: true },
    circle: { parent: 'circle' },
    lost: { parent: 'gone' },
  },
}
const devicon = {
  prefix: 'devicon',
  icons: {
    azure: path('M1 0'),
    azuresqldatabase: path('M2 0'),
    kubernetes: path('M3 0'),
    helm: path('M4 0'),
    vim: path(''),
  },
}

function install(folder: string, name: string, set: unknown): void {
  const file = join(folder, 'node_modules', '@iconify-json', name, 'icons.json')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof set === 'string' ? set : JSON.stringify(set))
}

function project(): string {
  const folder = temporaryFolder()
  install(folder, 'logos', logos)
  install(folder, 'devicon', devicon)
  return folder
}

async function artOf(folder: string, icon: string) {
  const { art, problems } = await resolveIcons(folder, [icon])
  return art.get(icon)?.body ?? problems.get(icon)
}

test.each([
  ['aws:lambda', 'M1 1'],
  ['aws:chime', 'M3 3'],
  ['aws:aws', 'M4 4'],
  ['gcp:gcp', 'M5 5'],
  ['gcp:run', 'M6 6'],
  ['azure:azure', 'M1 0'],
  ['azure:sqldatabase', 'M2 0'],
  ['k8s:kubernetes', 'M3 0'],
  ['k8s:helm', 'M4 0'],
  ['logos:rust', 'M7 7'],
  ['devicon:azure', 'M1 0'],
])('%s', async (icon, d) => {
  expect(await artOf(project(), icon)).toBe(path(d).body)
})

test('the size of an icon is its own, else that of its set, else 16', async () => {
  const { art } = await resolveIcons(project(), ['aws:lambda', 'aws:s3', 'k8s:helm'])
  expect([...art.values()].map(({ viewBox }) => viewBox)).toEqual([
    '0 0 256 128',
    '0 0 256 256',
    '0 0 16 16',
  ])
})

test('an alias is drawn as it says', async () => {
  expect(await artOf(project(), 'logos:ferris')).toBe(
    '<g transform="translate(256 0) scale(-1 1)"><path d="M7 7"/></g>',
  )
})

test('a package of a folder above is found, and a nearer one is preferred', async () => {
  const root = project()
  const folder = join(root, 'a', 'b')
  mkdirSync(folder, { recursive: true })
  expect(await artOf(folder, 'logos:rust')).toBe(path('M7 7').body)
  install(join(root, 'a'), 'logos', { icons: { rust: path('M0 9') } })
  expect(await artOf(folder, 'logos:rust')).toBe(path('M0 9').body)
})

test('a set that is named like a provider is used instead', async () => {
  const folder = project()
  install(folder, 'aws', { icons: { lambda: path('M9 9') } })
  expect(await artOf(folder, 'aws:lambda')).toBe(path('M9 9').body)
})

test('a changed package is read again', async () => {
  const folder = project()
  expect(await artOf(folder, 'logos:new')).toHaveProperty('message')
  install(folder, 'logos', { icons: { new: path('M8 8') } })
  expect(await artOf(folder, 'logos:new')).toBe(path('M8 8').body)
})

test('a linked package is found, as with pnpm', { tags: 'links' }, async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(
    join(project(), 'node_modules', '@iconify-json'),
    join(folder, 'node_modules', '@iconify-json'),
  )
  expect(await artOf(folder, 'logos:rust')).toBe(path('M7 7').body)
})

describe('a hint', () => {
  test('corrects a typo', async () => {
    expect(await artOf(project(), 'aws:lamda')).toEqual({
      message: '"aws:lamda" is not an icon of @iconify-json/logos',
      fix: 'Did you mean "aws:lambda"?',
      meant: 'aws:lambda',
    })
  })

  test('lists a small pack', async () => {
    expect(await artOf(project(), 'k8s:statefulset')).toEqual({
      message: '"k8s:statefulset" is not an icon of @iconify-json/devicon',
      fix: 'It has k8s:kubernetes, k8s:helm.',
    })
  })

  test('names the package to install', async () => {
    expect(await artOf(temporaryFolder(), 'aws:lambda')).toEqual({
      message: '"aws:lambda" needs the package @iconify-json/logos, which is not installed',
      fix: 'Run "npm install --save-dev @iconify-json/logos".',
    })
  })

  test('corrects a prefix', async () => {
    expect(await artOf(project(), 'asw:lambda')).toMatchObject({
      fix: 'Did you mean "aws:"? Otherwise run "npm install --save-dev @iconify-json/asw".',
    })
  })

  test('corrects capitals and spaces', async () => {
    expect(await artOf(project(), 'AWS:Step Functions')).toMatchObject({
      meant: 'aws:step-functions',
    })
  })

  test.each([
    ['text that is no JSON', 'no JSON'],
    ['a list', []],
    ['no icons', { icons: 3 }],
    ['too large a file', ' '.repeat(65 * 1024 * 1024)],
  ])('explains a package with %s', async (_what, set) => {
    const folder = temporaryFolder()
    install(folder, 'bad', set)
    expect(await artOf(folder, 'bad:icon')).toMatchObject({
      message:
        'The package @iconify-json/bad contains no icons: its file icons.json is too large, or not valid',
    })
  })

  test.each(['circle', 'lost', 'text', 'number', 'script', 'wide', '__proto__'])(
    'explains an icon that cannot be drawn: %s',
    async (name) => {
      const folder = temporaryFolder()
      const icons = JSON.parse(
        '{"text":"x","number":{"body":3},"script":{"body":"<script/>"},"wide":{"body":"<g/>","width":"9"}}',
      )
      install(folder, 'bad', { ...logos, icons: { ...logos.icons, ...icons } })
      expect(await artOf(folder, `bad:${name}`)).toHaveProperty('message')
    },
  )

  test.each(['constructor', 'to-string', 'has-own'])(
    'knows no icon that every object has: %s',
    async (name) => {
      expect(await artOf(project(), `logos:${name}`)).toHaveProperty('message')
    },
  )

  test.each([
    '../../secret:x',
    'logos:../x',
    '@iconify:x',
    '.:x',
    'logos:a/b',
    `logos:${'a'.repeat(500)}`,
  ])('reads no file for what is no name: %s', async (icon) => {
    expect(await artOf(project(), icon)).toMatchObject({
      message: `"${icon}" is not the name of an icon`,
    })
  })
})

test('all icons of a script together are limited', async () => {
  const folder = temporaryFolder()
  const names = Array.from({ length: 310 }, (_, i) => `i${i}`)
  install(folder, 'many', {
    icons: Object.fromEntries(names.map((name, i) => [name, path(`M${i} 0`)])),
  })
  const { art, problems } = await resolveIcons(
    folder,
    names.map((name) => `many:${name}`),
  )
  expect([art.size, problems.size]).toEqual([300, 10])
  const long = 'h1'.repeat(25_000)
  const some = names.slice(0, 22)
  install(folder, 'long', {
    icons: Object.fromEntries(some.map((name, i) => [name, path(`M${i} 0${long}`)])),
  })
  const { art: few } = await resolveIcons(
    folder,
    some.map((name) => `long:${name}`),
  )
  expect(few.size).toBe(20)
})

test('a package is found up to the top of the repository, and not through a link out of it', {
  tags: 'links',
}, async () => {
  const root = temporaryFolder()
  const set = (folder: string) => join(folder, 'node_modules/@iconify-json/logos')
  const write = (folder: string) => {
    mkdirSync(set(folder), { recursive: true })
    writeFileSync(join(set(folder), 'icons.json'), JSON.stringify(logos))
  }
  const scripts = join(root, 'clone/packages/a')
  mkdirSync(join(root, 'clone/.git'), { recursive: true })
  mkdirSync(scripts, { recursive: true })
  const problem = async () =>
    (await resolveIcons(scripts, ['logos:rust'])).problems.get('logos:rust')?.message
  write(root)
  expect(await problem()).toContain('is not installed')
  mkdirSync(dirname(set(join(root, 'clone'))), { recursive: true })
  symlinkSync(set(root), set(join(root, 'clone')))
  expect(await problem()).toContain('is a symbolic link out of the repository')
  write(scripts)
  expect(await problem()).toBeUndefined()
})
