/** Enums become code with the same meaning as in TypeScript, and nothing computes their members before that runs. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { transform } from 'esbuild'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { withEdits } from '../../../src/topology/model/position.ts'
import { lowerEnums } from '../../../src/topology/parse/lower-enums.ts'
import { parse } from '../../../src/topology/parse/parse.ts'
import { parseText } from '../../../src/topology/parse/parse-text.ts'
import type { Program } from '../../../src/topology/parse/syntax-tree.ts'
import { cases } from '../../cases.ts'
import { removeFolder } from '../../remove-folder.ts'

async function programOfText(text: string): Promise<Program> {
  const { result } = await parseText(text, { lang: 'ts', sourceType: 'module' })
  expect(result?.errors, text).toEqual([])
  return result?.program as Program
}

async function lowered(text: string): Promise<string> {
  return withEdits(text, lowerEnums(await programOfText(text), text))
}

/** The enums and values that a program shows; zero has no sign. */
function shown(code: string): unknown {
  const seen: unknown[] = []
  const show = (value: unknown) =>
    seen.push(JSON.parse(JSON.stringify(Object.entries(value as object))))
  // Code that is a module only in its syntax.
  runInNewContext(code.replace(/^export (?:\{\};?|(?=var|let|const))/gm, ''), { show })
  return seen
}

const stripped = async (text: string) =>
  (await transform(text, { loader: 'ts', target: 'es2022', tsconfigRaw: '{}' })).code

/** What the compiler of TypeScript makes of the programs. */
function compiled(programs: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'topo enums '))
  onTestFinished(() => removeFolder(folder))
  const files = programs.map((text, at) => {
    const file = join(folder, `p${at}.ts`)
    writeFileSync(file, `${text}\nexport {}`)
    return file
  })
  const tsc = resolve(import.meta.dirname, '../../../node_modules/typescript/bin/tsc')
  const options = '--ignoreConfig --noCheck --target es2022 --module esnext'.split(' ')
  execFileSync(process.execPath, [tsc, ...options, ...files], { stdio: 'pipe' })
  return files.map((file) => readFileSync(file.replace(/ts$/, 'js'), 'utf8'))
}

const NAMES = ['A', 'B', 'C', 'D', 'b-c', 'E', '__x', 'größe']
const key = (name: string) => (/^[\p{L}_]+$/u.test(name) ? name : `'${name}'`)

/** Kinds of values that TypeScript knows without running them. */
type Kind = 'number' | 'string' | 'computed'
interface Member {
  readonly name: string
  readonly kind: Kind
}

/** The member counts on from the one before it. */
const noValue = { text: '', kind: 'number' as const }

/** The value of a member, made of members before it. */
function valueText(
  choice: number,
  before: readonly Member[],
  isNamesake: boolean,
): { text: string; kind: Kind } {
  const pick = (kind: Kind) => {
    const members = before.filter((candidate) => candidate.kind === kind)
    const member = members[choice % Math.max(members.length, 1)]
    if (member === undefined) return undefined
    // An enum's own name may be that of a member.
    if (choice % 3 === 0 && key(member.name) === member.name) return member.name
    return isNamesake ? undefined : `E['${member.name}']`
  }
  const number = pick('number') ?? '2'
  const string = pick('string') ?? '"s"'
  const texts: { text: string; kind: Kind }[] = [
    { text: String(choice % 9), kind: 'number' },
    { text: `-${choice % 9}`, kind: 'number' },
    { text: '0x1f', kind: 'number' },
    { text: '1.5', kind: 'number' },
    { text: '"a\\nb"', kind: 'string' },
    { text: '`t`', kind: 'string' },
    { text: `${number} << 2 | 1`, kind: 'number' },
    { text: `(${number})`, kind: 'number' },
    { text: `~${number} // of a line\n`, kind: 'number' },
    { text: `${string} + "x"`, kind: 'string' },
    { text: `\`\${${string}}-\${${number}}\``, kind: 'string' },
    { text: `"abc".length`, kind: 'computed' },
    { text: `((A: number) => A * 2)(${choice % 5})`, kind: 'computed' },
  ]
  const value = texts[choice % texts.length] as { text: string; kind: Kind }
  return { text: ` = ${value.text}`, kind: value.kind }
}

interface Choice {
  readonly has: boolean
  readonly choice: number
}

/** The members of an enum, and their texts before and after the split. */
function membersOf(choices: readonly Choice[], names: readonly string[], split: number) {
  const isNamesake = names.includes('E')
  const members: Member[] = []
  const parts: string[][] = [[], []]
  for (const [at, { has, choice }] of choices.entries()) {
    const name = names[at] as string
    const isFirst = at === 0 || at === split
    const mayLack = at === 0 || (!isFirst && members.at(-1)?.kind === 'number')
    const isWritten = has || !mayLack
    const { text, kind } = isWritten ? valueText(choice, members, isNamesake) : noValue
    parts[at < split ? 0 : 1]?.push(`${isFirst ? '/* a { */ ' : ''}${key(name)}${text}`)
    members.push({ name, kind })
  }
  return { members, parts }
}

/** One enum in one or several declarations; valid in TypeScript. */
const enumOf = (allNames: readonly string[]) =>
  fc
    .record({
      choices: fc.array(fc.record({ has: fc.boolean(), choice: fc.nat(10_000) }), { maxLength: 7 }),
      names: fc.shuffledSubarray([...allNames], { minLength: 7 }),
      split: fc.nat(7),
      isConst: fc.boolean(),
    })
    .map(({ choices, names, split, isConst }) => {
      const { members, parts } = membersOf(choices, names, split)
      const word =
        isConst && members.every(({ kind }) => kind !== 'computed') ? 'const enum' : 'enum'
      const texts = parts.filter((part, at) => at === 0 || part.length > 0)
      return (before: string) =>
        texts.map((part) => `${before}${word} E { ${part.join(' ,\n // }\n')} }`).join('\n')
    })

const SHOW = '\nshow(E as unknown);'
/** Where an enum may be. */
const PLACES: ((text: (before: string) => string) => string)[] = [
  (text) => `${text('')}${SHOW}`,
  (text) => `${text('export ')}${SHOW}`,
  (text) => `function f() { ${text('')}${SHOW} }\nf(); f()`,
  (text) => `namespace N { ${text('export ')}${SHOW} }\nshow(N.E as unknown)`,
  (text) => `namespace N { export namespace M { ${text('export ')} } }\nshow(N.M.E as unknown)`,
  (text) => `${text('')}\nnamespace E { export const own = 1 }${SHOW}`,
  (text) => `switch (1) { case 1: ${text('')}${SHOW} }`,
  (text) => `class C { static { ${text('')}${SHOW} } }`,
]
const programOf = (allNames: readonly string[]) =>
  fc.tuple(enumOf(allNames), fc.constantFrom(...PLACES)).map(([text, place]) => place(text))

const anyProgram = programOf(NAMES)
/** esbuild takes a member that is named like its enum for the enum, where the enum is declared in parts. */
const programForEsbuild = programOf(NAMES.filter((name) => name !== 'E'))

describe('enums as code', () => {
  test('mean the same as those of esbuild', async () => {
    await fc.assert(
      fc.asyncProperty(programForEsbuild, async (text) => {
        const ours = shown(await stripped(await lowered(text)))
        // A constant enum is an object in esbuild too.
        expect(ours, await lowered(text)).toEqual(shown(await stripped(text)))
      }),
      { numRuns: cases(800) },
    )
  })

  test("mean the same as those of TypeScript's compiler", async () => {
    const programs = fc
      .sample(anyProgram, { numRuns: cases(600), seed: 1 })
      .map((text) => text.replaceAll('const enum', 'enum'))
    const expected = compiled(programs)
    for (const [at, text] of programs.entries()) {
      expect(shown(await stripped(await lowered(text))), text).toEqual(
        shown(expected[at] as string),
      )
    }
  })

  test('are edits in the order of the text that do not overlap, also of enums inside of enums', async () => {
    const nested = fc
      .tuple(anyProgram, anyProgram)
      .map(
        ([outer, inner]) =>
          `enum O { P, Q = (() => { ${inner.replace(/^export /gm, '')}\nreturn 1 })(), R }\n${outer}`,
      )
      .filter((text) => !/\bnamespace\b/.test(text))
    await fc.assert(
      fc.asyncProperty(nested, async (text) => {
        const edits = lowerEnums(await programOfText(text), text)
        for (const [at, { start, end }] of edits.entries()) {
          expect(start).toBeGreaterThanOrEqual(edits[at - 1]?.end ?? 0)
          expect(end).toBeGreaterThan(start)
        }
      }),
      { numRuns: cases(300) },
    )
  })

  test('keep the lines of the text', async () => {
    await fc.assert(
      fc.asyncProperty(anyProgram, async (text) => {
        expect((await lowered(text)).split('\n').length).toBe(text.split('\n').length)
      }),
      { numRuns: cases(500) },
    )
  })

  test('leave nothing of an enum to whoever strips types, but what is only declared', async () => {
    await fc.assert(
      fc.asyncProperty(anyProgram, async (text) => {
        const program = await programOfText(await lowered(text))
        expect(JSON.stringify(program)).not.toContain('TSEnum')
      }),
      { numRuns: cases(500) },
    )
    expect(await lowered('declare enum E { A = 1 }')).toBe('declare enum E { A = 1 }')
    expect(await lowered('declare namespace N { enum E { A = 1 } }')).toContain('enum E')
  })

  test.each([
    [
      'blocks of one namespace',
      'namespace N { export enum E { A = 3 } } namespace N { export enum E { B = A } } show(N.E)',
    ],
    ['a member named like the enum', 'enum E { E = 4, B = E } show(E)'],
    [
      'an enum in a value of another',
      'enum E { A = (() => { enum F { X = 7 } return F.X })() } show(E)',
    ],
    ['a member that is declared later', 'enum E { A = B as number, B = 1 } show(E)'],
    ['a name of many lines', 'enum\nE\n{\nA\n=\n1\n,\n}\nshow(E)'],
  ])('%s', async (_name, text) => {
    expect(shown(await stripped(await lowered(text)))).toEqual(shown(await stripped(text)))
  })

  test('have members with names in quotes; in brackets, neither esbuild nor Babel reads them', async () => {
    const text = 'enum E { "a b" = "x", "c" = "y" } show(E)'
    const members = [
      ['a b', 'x'],
      ['c', 'y'],
    ]
    expect(shown(await stripped(await lowered(text)))).toEqual([members])
    for (const name of ['["c"]', '[`d`]']) {
      expect(await parse(`enum E { ${name} = "y" }`)).toMatchObject({
        problems: [{ line: 1, column: 10, message: 'Unexpected token' }],
      })
    }
  })

  test('have a size in proportion to the text', async () => {
    const members = Array.from(
      { length: 2_000 },
      (_, at) => `A${at} = "x" + A${Math.max(at - 1, 0)}`,
    )
    const many = Array.from(
      { length: 2_000 },
      (_, at) => `enum E { A${at} = A${Math.max(at - 1, 0)} + 1 }`,
    )
    for (const text of [`enum E { ${members.join(', ')} }`, many.join('\n')]) {
      expect((await lowered(text)).length).toBeLessThan(text.length * 6)
    }
  })
})
