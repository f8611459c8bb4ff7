/** The Action's folder reads TypeScript as the command line does, without binaries. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import * as native from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import * as portable from '../../src/topology/portable/parser.ts'
import { stripTypes as stripPortably } from '../../src/topology/portable/strip-types.ts'
import { stripTypes } from '../../src/topology/strip-types.ts'

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

describe('stripping types', () => {
  const code = `(async () => {
    enum Kind { Service = 'service', Store = 'store' }
    abstract class Part { constructor(readonly kind: Kind, private readonly label?: string) {} show() { return [this.kind, this.label] } }
    class Named extends Part { own = this.show() as unknown }
    const pick = <T,>(x: T): T => x!
    return JSON.stringify([new Named(pick(Kind.Store), 'a').own, (<any>1) satisfies number])
  })`

  test('leaves code with the same result', async () => {
    const results = []
    for (const strip of [stripTypes, stripPortably]) {
      const stripped = await strip(code)
      if ('error' in stripped) throw new Error(stripped.error)
      results.push(await new Script(stripped.code).runInThisContext()())
    }
    expect(results).toEqual(['[["store","a"],1]', '[["store","a"],1]'])
  })

  test('returns a source map on request, and an error for text that is no TypeScript', async () => {
    const stripped = await stripPortably(code, { sourcemap: true })
    expect(stripped).toMatchObject({ map: { version: 3, mappings: expect.stringMatching(/\w/) } })
    expect(await stripPortably('(let x: = 1)')).toEqual({ error: expect.stringContaining('Expected') })
  })
})
