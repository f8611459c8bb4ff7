/** The index of commands agrees with oclif. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Config } from '@oclif/core/config'
import { normalizeArgv } from '@oclif/core/help'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CommandIndex, findIndexed } from '../../src/cli/command-index.ts'
import { cases } from '../cases.ts'

const root = resolve(import.meta.dirname, '../..')
const index = JSON.parse(readFileSync(resolve(root, 'dist/commands.json'), 'utf8')) as CommandIndex
const names = Object.keys(index.commands)

test('what the index finds, oclif finds too, with the same words', async () => {
  const config = await Config.load({ root })
  const word = fc.constantFrom(
    ...names.flatMap((name) => name.split(' ')),
    '--json',
    '-',
    '--',
    '-q',
    'a=b',
    '',
    'shop',
    'a b',
    'script:push',
    '__proto__',
    'toString',
  )
  const line = fc.oneof(
    fc.array(word, { maxLength: 4 }),
    fc
      .tuple(fc.constantFrom(...names), fc.array(word, { maxLength: 2 }))
      .map(([name, more]) => [...name.split(' '), ...more]),
  )
  let count = 0
  fc.assert(
    fc.property(line, (argv) => {
      const found = findIndexed(index, argv)
      if (found === undefined) return
      count++
      const [id = '', ...rest] = normalizeArgv(config, [...argv])
      // An alias has the path of its command.
      const command = config.findCommand(id) as { relativePath?: string[] } | undefined
      expect([command?.relativePath?.join('/'), rest]).toEqual([found.command.path, found.rest])
    }),
    { numRuns: cases(5000) },
  )
  expect(count).toBeGreaterThan(100)
})

test('every command but help is in the index, by all its names', async () => {
  const config = await Config.load({ root })
  const all = config.commands.flatMap(({ id, aliases }) =>
    [id, ...aliases].map((name) => name.replaceAll(':', ' ')),
  )
  expect([...names, 'help'].sort()).toEqual([...new Set(all)].sort())
  for (const name of names) expect(findIndexed(index, name.split(' '))?.rest).toEqual([])
})
