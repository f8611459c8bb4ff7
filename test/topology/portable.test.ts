/** The Action's folder reads TypeScript as the command line does, without binaries. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as native from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import * as portable from '../../src/topology/portable/parser.ts'

const folders = ['fixtures', '../../templates/starters', '../validator/fixtures']
const texts = folders.flatMap((folder) => {
  const path = join(import.meta.dirname, folder)
  return readdirSync(path)
    .filter((name) => /\.[jt]s$/.test(name))
    .map((name) => [name, readFileSync(join(path, name), 'utf8')] as const)
})

/** Everything that topo reads of a result. */
function contents({ program, module, errors, comments }: native.ParseResult) {
  return { program, module, errors, comments }
}

describe('the parser', () => {
  test.each(texts)('reads %s as the native one does', (_name, text) => {
    for (const options of [
      { lang: 'ts', sourceType: 'module' },
      { lang: 'js', sourceType: 'script' },
    ] as const) {
      const args = [`a.${options.lang}`, text, options] as const
      expect(contents(portable.parseSync(...args))).toEqual(contents(native.parseSync(...args)))
    }
  })

  test('still works after a text that overflows the stack', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect(() => portable.parseSync('a.ts', deep)).toThrow()
    expect(portable.parseSync('a.ts', 'const a: number = 1').errors).toEqual([])
  })
})
