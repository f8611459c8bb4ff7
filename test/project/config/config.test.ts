import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findRoot, projectPath } from '../../../src/files/root.ts'
import { readConfig, settingsWarnings } from '../../../src/project/config/config.ts'
import { configJsonSchema } from '../../../src/project/config/config-schema.ts'
import { openProject } from '../../../src/project/config/project.ts'
import { makeFolder } from '../folder.ts'

const read = (text: string | Uint8Array) =>
  readConfig(makeFolder({ 'topo.config.json': text }).root)

describe('topo.config.json', () => {
  it('is optional', async () => {
    expect(await readConfig(makeFolder().root)).toEqual({})
  })

  it('is the only format: another is not skipped in silence', async () => {
    for (const name of ['topo.config.yaml', 'topo.config.ts']) {
      await expect(readConfig(makeFolder({ [name]: 'include: [a]' }).root)).rejects.toMatchObject({
        message: expect.stringContaining(`${name}: topo reads only topo.config.json.`),
        code: 'TOPO_CONFIG_INVALID',
      })
    }
    expect(
      await readConfig(makeFolder({ 'topo.config.json': '{}', 'topo.config.yaml': '' }).root),
    ).toEqual({})
  })

  it('beside or above another format: a warning that the other one has no effect', async () => {
    const { root } = makeFolder({
      'topo.config.json': '{}',
      'topo.config.yaml': '',
      'below/topo.config.toml': '',
      'below/topo.config.json.bak': '',
    })
    const warnings = (cwd: string) => settingsWarnings(root, cwd)
    const useless = (name: string) =>
      expect.stringMatching(
        new RegExp(`${name} has no effect: topo reads only topo.config.json\\.`),
      )
    expect(await warnings(root)).toEqual([useless('topo.config.yaml')])
    expect(await warnings(join(root, 'below'))).toEqual([
      useless('topo.config.yaml'),
      useless('topo.config.toml'),
    ])
  })

  it('sets the settings of a project', async () => {
    const config = {
      $schema: './x.json',
      baseUrl: 'https://a.example',
      webUrl: 'https://b.example',
      include: ['a/**'],
      exclude: [],
      defaults: {
        public: true,
        tags: ['a'],
        engineVersion: '1.1',
        type: 'topology',
        description: 'x',
      },
      style: { accent: '#7c3aed', background: '#FFF', font: 'Fira Sans-2', dark: { text: '#eee' } },
      rules: { 'awaited-apply': 'off', 'flow-edges': 'error' },
    }
    expect(await read(JSON.stringify(config))).toEqual(config)
  })

  const style = (text: string) => `{ "style": {${text}} }`
  const rules = (text: string) => `{ "rules": {${text}} }`
  const typo = '{\n  "defaults": {\n    "pubilc": true } }'
  const ofService = rules('"has-label": "off",\n"not-empty": "hint"')
  it.each([
    [
      'an unknown key',
      '{\n  "baseURL": "x"\n}',
      ':2:3: `baseURL` is not a setting.',
      'Did you mean `baseUrl`?',
    ],
    [
      'an unknown default',
      typo,
      ':3:5: `defaults.pubilc` is not a setting.',
      'Did you mean `public`?',
    ],
    [
      'a key like no other',
      '{ "zzzzzz": 1 }',
      ':1:3: `zzzzzz` is not a setting.',
      'The settings are $schema, baseUrl',
    ],
    [
      'a key of the service',
      '{ "apiKey": "ca_x" }',
      ':1:3: `apiKey` is not a setting.',
      '"topo login" stores it',
    ],
    ['a wrong type', '{\n\t"include": "a/**" }', ':2:13: `include`: ', 'Write a list of patterns'],
    ['a wrong item', '{ "exclude": ["a", 1] }', ':1:20: `exclude.1`: ', 'Write a list of patterns'],
    [
      'a wrong severity',
      rules('"has-label": "loud"'),
      ':1:26: `rules.has-label`: ',
      '"off", "hint"',
    ],
    [
      'an unknown rule',
      rules('\n  "has-lable": "off"'),
      ':2:3: `rules.has-lable`: unknown rule.',
      'Did you mean `has-label`?',
    ],
    [
      'a rule like no other',
      rules('"zzzzzzzzzz": "off"'),
      ':1:13: `rules.zzzzzzzzzz`: unknown rule.',
      'The rules are unknown-method',
    ],
    [
      'a rule of the service',
      ofService,
      ':2:1: `rules.not-empty`: rules of the service cannot be changed.',
      'advice',
    ],
    ['an unknown style', '{ "style": "prnt" }', ':1:12: `style`: ', '"plain", "print"'],
    [
      'an unknown part of a style',
      style('"acent": "#fff"'),
      ':1:13: `style.acent`',
      'mean `accent`?',
    ],
    [
      'a font of the dark theme',
      style('"dark": { "font": "x" }'),
      ':1:23: `style.dark.font`',
      'dark',
    ],
    [
      'a colour that is CSS',
      style('"accent": "red;}*{x:y"'),
      ':1:23: `style.accent`: must be #rgb',
      '#7c3aed',
    ],
    [
      'a colour with a function',
      style('"text": "url(//x)"'),
      ':1:21: `style.text`: must be #rgb',
      '#7c3aed',
    ],
    [
      'a font that ends its quotes',
      style(`"font": "a';}"`),
      ':1:21: `style.font`: must be a name',
      'Georgia',
    ],
    [
      'a font that ends a style',
      style('"font": "a;fill=b"'),
      ':1:21: `style.font`: must be a name',
      'Georgia',
    ],
    [
      'a font of two lines',
      style('"font": "a\\nb"'),
      ':1:21: `style.font`: must be a name',
      'Georgia',
    ],
    ['no object', '[]', ':1:1: `the whole file`: ', 'Write an object'],
    ['a trailing comma', '{\n  "baseUrl": "x",\n}', ':3:1: not valid JSON', 'trailing commas'],
    ['no end', '{ "baseUrl": "x"\n', ':2:1: not valid JSON', 'comments'],
    ['nothing in it', '', ':1:1: not valid JSON', 'Write {}'],
    ['a comment', '{\n  // ours\n}\n', ':2:3: not valid JSON: comments', 'no comments'],
  ])('with %s fails with position and hint', async (_, text, message, hint) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'TOPO_CONFIG_INVALID',
      exitCode: 2,
      message: expect.stringContaining(`topo.config.json${message}`),
      hint: expect.stringContaining(hint),
    })
  })

  it('in UTF-16 fails with the name of the encoding', async () => {
    await expect(read(Buffer.from('\uFEFF{}', 'utf16le'))).rejects.toThrow(/UTF-16 LE/)
  })

  it('has a schema for editors', () => {
    expect(Object.keys((configJsonSchema() as { properties: object }).properties)).toContain(
      'exclude',
    )
  })

  it('has a schema that lists the rules that can be set', () => {
    const { properties } = configJsonSchema() as { properties: { rules: { properties: object } } }
    const ids = Object.keys(properties.rules.properties)
    expect(ids).toContain('awaited-apply')
    expect(ids).not.toContain('not-empty')
  })
})

describe('the project root', () => {
  it('is the nearest folder with a config or a repository', () => {
    const { root, at, write } = makeFolder({ 'topo.config.json': '{}', 'a/b/c/file': '' })
    expect(findRoot(at('a/b/c'))).toBe(root)
    mkdirSync(at('a/b/.git'))
    expect(findRoot(at('a/b/c'))).toBe(at('a/b'))
    write('a/b/c/topo.config.json', '{}')
    expect(findRoot(at('a/b/c'))).toBe(at('a/b/c'))
  })

  it('is the base of file names', () => {
    expect(projectPath('/p', '/p/a/b.js')).toBe('a/b.js')
  })
})

it.each(['removed', 'topo.config.json'])(
  'a project is not opened at %s: the one above it is another',
  async (name) => {
    const { root } = makeFolder({ 'topo.config.json': '{}' })
    await expect(openProject(join(root, name))).rejects.toMatchObject({
      code: 'TOPO_NO_FOLDER',
      exitCode: 2,
    })
    expect((await openProject(root)).root).toBe(root)
  },
)
