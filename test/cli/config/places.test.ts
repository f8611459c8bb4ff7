/** Folders of settings: the platform's, another on request, and none if nothing may be written. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { as } from '../control.ts'
import { folder, script, sharedMock, topo } from '../topo.ts'

const service = sharedMock()
const login = (env: Record<string, string | undefined>, cwd: string) =>
  topo(['login', '--base-url', service.url, '--with-key'], { cwd, env, input: 'ca_demo_alice\n' })

describe('F11: profiles are stored', { tags: 'posix' }, () => {
  test('in XDG_CONFIG_HOME, in ~/.config without it, and in TOPO_CONFIG_HOME before both', async () => {
    const home = folder()
    const places: [Record<string, string | undefined>, string][] = [
      [{ TOPO_CONFIG_HOME: undefined }, join(home, '.config', 'topo')],
      [
        { TOPO_CONFIG_HOME: undefined, XDG_CONFIG_HOME: join(home, 'xdg') },
        join(home, 'xdg', 'topo'),
      ],
      [
        { TOPO_CONFIG_HOME: join(home, 'own'), XDG_CONFIG_HOME: join(home, 'other') },
        join(home, 'own'),
      ],
    ]
    for (const [env, place] of places) {
      expect((await login({ ...env, HOME: home }, home)).code).toBe(0)
      expect(existsSync(place)).toBe(true)
    }
    expect(existsSync(join(home, 'other'))).toBe(false)
  })

  test('nowhere, if the home is read-only and the key is in the environment', {
    tags: 'modes',
  }, async () => {
    const home = folder()
    mkdirSync(join(home, '.config'))
    chmodSync(join(home, '.config'), 0o500)
    const cwd = folder({ 'topo.config.json': '{}', 'a.topology.js': script('a') })
    const env = { ...as(service.url), HOME: home, TOPO_CONFIG_HOME: undefined }
    expect((await topo(['push'], { cwd, env })).code).toBe(0)
    expect(existsSync(join(home, '.config', 'topo'))).toBe(false)
  })
})

test('F10: committed files contain a schema and no secret; .topo is ignored by git', {
  tags: 'links',
}, async () => {
  const cwd = folder({ 'a.topology.js': script('a') })
  mkdirSync(join(cwd, 'node_modules'))
  symlinkSync(
    resolve(import.meta.dirname, '../../..'),
    join(cwd, 'node_modules', 'topo-cli'),
    'junction',
  )
  const env = as(service.url)
  expect((await topo(['init'], { cwd, env })).code).toBe(0)
  expect((await topo(['push'], { cwd, env })).code).toBe(0)
  const config = readFileSync(join(cwd, 'topo.config.json'), 'utf8')
  expect(JSON.parse(config)).toHaveProperty('$schema')
  const state = readFileSync(join(cwd, '.topo', 'state.json'), 'utf8')
  expect(config + state).not.toContain('ca_demo')
  expect(readFileSync(join(cwd, '.topo', '.gitignore'), 'utf8').trim()).toBe('*')
})

test('F11: profiles are stored in LOCALAPPDATA, and in TOPO_CONFIG_HOME before it', {
  tags: 'windows',
}, async () => {
  const home = folder()
  const local = join(home, 'Local')
  for (const [TOPO_CONFIG_HOME, place] of [
    [undefined, join(local, 'topo')],
    [join(home, 'own'), join(home, 'own')],
  ] as const) {
    expect((await login({ TOPO_CONFIG_HOME, LOCALAPPDATA: local }, home)).code).toBe(0)
    expect(readdirSync(place)).toEqual(['profiles.json'])
  }
})
