/** The file with the profiles: its format, who can read it, and what happens if it has other contents. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Environment } from '../../../src/cli/io/process/environment.ts'
import { Profiles } from '../../../src/cli/service/profiles.ts'
import { limits } from '../../../src/limits/limits.ts'
import { folder, put } from '../topo.ts'

const profilesIn = (configHome: string) => new Profiles({ configHome } as Environment)
const one = { baseUrl: 'https://a.example', apiKey: 'secret' }
const two = { baseUrl: 'https://b.example', apiKeyCommand: 'pass b' }

describe('profiles', () => {
  test('are kept in a file that earlier versions of topo read, also under hostile names', () => {
    const home = join(folder(), 'new', 'folder')
    const profiles = profilesIn(home)
    profiles.save('one', one)
    profiles.save('__proto__', two)
    profiles.use('one')
    expect(readFileSync(join(home, 'profiles.json'), 'utf8')).toBe(
      `{\n\t"profiles": ${JSON.stringify({ one, ['__proto__']: two }, undefined, '\t').replaceAll('\n', '\n\t')},\n\t"current": "one"\n}`,
    )
    expect(profilesIn(home).get('__proto__')).toEqual(two)
    expect(profiles.get('constructor')).toBeUndefined()
    profiles.remove('one')
    expect([profiles.current(), profiles.all()]).toEqual(['default', { ['__proto__']: two }])
    expect(readdirSync(home)).toEqual(['profiles.json'])
  })

  test('leave no trace where nothing was saved, and keep fields that topo does not know', () => {
    const home = join(folder(), 'none')
    expect([profilesIn(home).all(), profilesIn(home).current()]).toEqual([{}, 'default'])
    expect(existsSync(home)).toBe(false)
    const later = folder({ 'profiles.json': '{"profiles":{},"current":"x","version":2}' })
    profilesIn(later).useDefault()
    expect(JSON.parse(readFileSync(join(later, 'profiles.json'), 'utf8'))).toEqual({
      profiles: {},
      version: 2,
    })
  })

  test.skipIf(process.platform === 'win32')(
    'can be read by their owner only, also if others could',
    () => {
      const home = folder({ 'profiles.json': '{}' })
      chmodSync(home, 0o755)
      chmodSync(join(home, 'profiles.json'), 0o644)
      const profiles = profilesIn(home)
      expect(profiles.exposed).toBe(true)
      profiles.save('one', one)
      const modes = [home, join(home, 'profiles.json')].map((path) => statSync(path).mode & 0o777)
      expect([profiles.exposed, ...modes]).toEqual([false, 0o700, 0o600])
    },
  )

  test.each([
    ['no JSON', '{ "profiles": '],
    ['an empty file', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['a profile without address', '{"profiles":{"a":{}}}'],
    [
      'a key that is no text',
      '{"profiles":{"a":{"baseUrl":"https://a.example","apiKey":{"a":1}}}}',
    ],
    ['profiles as a list', '{"profiles":[]}'],
    ['a current profile that is no name', '{"current":{"a":1}}'],
  ])('with %s are an error that names the file, and are not overwritten', (_name, text) => {
    const home = folder({ 'profiles.json': text })
    const profiles = profilesIn(home)
    const damaged = expect.objectContaining({
      code: 'TOPO_PROFILES_DAMAGED',
      message: expect.stringContaining(home),
    })
    for (const call of [
      () => profiles.all(),
      () => profiles.current(),
      () => profiles.save('one', one),
      () => profiles.use('one'),
    ])
      expect(call).toThrow(damaged)
    expect(readFileSync(join(home, 'profiles.json'), 'utf8')).toBe(text)
  })

  test('of more than a mebibyte are not read', () => {
    const home = folder({ 'profiles.json': ' '.repeat(limits.config.most + 1) })
    expect(() => profilesIn(home).all()).toThrow(
      expect.objectContaining({ code: 'TOPO_INPUT_TOO_LARGE' }),
    )
  })

  test('that cannot be written are an error with a hint', () => {
    const file = join(folder(), 'file')
    put(file, '')
    expect(() => profilesIn(file).save('one', one)).toThrow(
      expect.objectContaining({
        code: 'TOPO_WRITE_FAILED',
        message: expect.stringContaining(file),
      }),
    )
  })

  test.skipIf(process.platform === 'win32')('behind a link stay behind it', () => {
    const home = folder()
    mkdirSync(join(home, 'dotfiles'))
    put(join(home, 'dotfiles', 'p.json'), '{}')
    symlinkSync(join('dotfiles', 'p.json'), join(home, 'profiles.json'))
    profilesIn(home).save('one', one)
    expect(JSON.parse(readFileSync(join(home, 'dotfiles', 'p.json'), 'utf8'))).toEqual({
      profiles: { one },
    })
  })
})
