import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findMark } from '../../../src/project/script/conflict-markers.ts'
import type { ScriptContent } from '../../../src/project/script/content.ts'
import { computeDivergence } from '../../../src/sync/merge/divergence.ts'
import { mergeContent, mergeText } from '../../../src/sync/merge/merge.ts'
import { threeWay } from '../../../src/sync/merge/three-way.ts'
import { inLineEndsOf } from '../../../src/text/line-ends.ts'
import { cases } from '../../cases.ts'
import { cpuOf } from '../../cpu.ts'

/** Few different lines, so that they repeat; with and without a final line end; LF and CRLF. */
const line = fc.constantFrom('', '}', 'a', 'b', '// c', 'await x')
const lineEnd = fc.constantFrom('\n', '\r\n')
const text = fc
  .tuple(fc.array(fc.tuple(line, lineEnd), { maxLength: 12 }), fc.boolean())
  .map(([lines, ended]) => lines.map((pair) => pair.join('')).join('') + (ended ? '' : 'last'))
const runs = { numRuns: cases(2000) }
const bare = (of: string) => of.split('\n').map((one) => one.replace(/\r$/, ''))

/** A base and two edits of it: each line is kept, removed, changed, or gets new neighbours. */
const edit = fc.constantFrom('keep', 'keep', 'keep', 'remove', 'change', 'add')
const edits = fc.tuple(
  fc.array(line, { minLength: 1, maxLength: 10 }),
  fc.array(edit, { minLength: 11, maxLength: 11 }),
  fc.array(edit, { minLength: 11, maxLength: 11 }),
)
const edited = (base: readonly string[], steps: readonly string[], who: string) =>
  base
    .flatMap((one, n) => {
      const step = steps[n]
      if (step === 'remove') return []
      if (step === 'change') return [`${who} ${n}`]
      return step === 'add' ? [one, `${who} ${n}`] : [one]
    })
    .map((one) => `${one}\n`)
    .join('')

describe('merge of texts', () => {
  it('returns the other side if one side did not change', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        const value = inLineEndsOf(base, changed)
        expect(mergeText(base, base, changed)).toEqual({ value, conflict: false })
        expect(mergeText(base, changed, base)).toEqual({ value: changed, conflict: false })
        expect(mergeText(base, changed, changed)).toEqual({ value: changed, conflict: false })
        expect(mergeText(undefined, changed, changed)).toEqual({ value: changed, conflict: false })
      }),
      runs,
    )
  })

  it('never loses an added line of either side', () => {
    fc.assert(
      fc.property(edits, ([base, ours, theirs]) => {
        const here = edited(base, ours, 'here')
        const there = edited(base, theirs, 'there')
        const { value } = mergeText(base.map((one) => `${one}\n`).join(''), here, there)
        const merged = new Set(bare(value))
        for (const written of [...bare(here), ...bare(there)]) {
          if (/^t?here \d/.test(written)) expect(merged).toContain(written)
        }
      }),
      runs,
    )
  })

  it('never loses any line without a base', () => {
    fc.assert(
      fc.property(text, text, (here, there) => {
        const { value } = mergeText(undefined, here, there)
        const merged = new Set(bare(value))
        for (const one of [...bare(here), ...bare(there)])
          if (one !== '') expect(merged).toContain(one)
      }),
      runs,
    )
  })

  it('applies both changes without markers if the changed lines do not touch', () => {
    fc.assert(
      fc.property(fc.nat(8), fc.integer({ min: 2, max: 8 }), (at, apart) => {
        const base = Array.from({ length: 20 }, (_, n) => `line ${n}\n`)
        const change = (n: number, by: string) =>
          base.map((one, i) => (i === n ? by : one)).join('')
        const { value, conflict } = mergeText(
          base.join(''),
          change(at, 'here\n'),
          change(at + apart, 'there\n'),
        )
        expect(conflict).toBe(false)
        expect(findMark(value)).toBeUndefined()
        expect(value.split('\n')[at]).toBe('here')
        expect(value.split('\n')[at + apart]).toBe('there')
      }),
    )
  })

  it('writes conflict markers exactly if it reports a conflict', () => {
    fc.assert(
      fc.property(edits, ([base, ours, theirs]) => {
        const origin = base.map((one) => `${one}\n`).join('')
        const { value, conflict } = mergeText(
          origin,
          edited(base, ours, 'x'),
          edited(base, theirs, 'y'),
        )
        expect(findMark(value) !== undefined).toBe(conflict)
      }),
      runs,
    )
  })

  it('reports base, local and remote of a change completely', () => {
    fc.assert(
      fc.property(text, text, text, (base, here, there) => {
        const pieces = threeWay(base, here, there)
        for (const [side, whole] of [
          ['base', inLineEndsOf(here, base)],
          ['local', here],
          ['remote', inLineEndsOf(here, there)],
        ] as const) {
          expect(
            pieces.flatMap((piece) => ('kept' in piece ? piece.kept : piece[side])).join(''),
          ).toBe(whole)
        }
      }),
      runs,
    )
  })

  it('has no conflict where only line ends differ, and keeps the local ones', () => {
    const base = 'a\nb\nc\n'
    const theirs = 'a\nb\nc\nd\n'
    const local = 'a\r\nX\r\nc\r\n'
    expect(mergeText(base, local, theirs)).toEqual({
      value: 'a\r\nX\r\nc\r\nd\r\n',
      conflict: false,
    })
    expect(mergeText(undefined, local, 'a\nX\nc\n')).toEqual({ value: local, conflict: false })
  })

  it('labels both sides and the base in conflict markers', () => {
    const { value } = mergeText('a\nb\nc\n', 'a\nours\nc\n', 'a\ntheirs\nc\n', {
      updatedAt: '2026-01-01T00:00:00.000Z',
    })
    expect(value).toBe(
      'a\n<<<<<<< local\nours\n||||||| last sync\nb\n=======\ntheirs\n>>>>>>> remote since 2026-01-01T00:00:00.000Z\nc\n',
    )
    expect(mergeText('', 'a', 'b', { updatedAt: 'x\ny' }).value).toContain('>>>>>>> remote\n')
  })

  it('merges a repetitive text fast', async () => {
    const some = '}\n'.repeat(6000)
    const more = '}\n'.repeat(5000)
    const { seconds } = await cpuOf(() =>
      mergeText(`a\n${some}b`, `c\n${more}d`, `e\n${some}${some}f`),
    )
    expect(seconds).toBeLessThan(1)
  })
})

describe('findMark', () => {
  it.each([
    ['all of topo', 'a\n<<<<<<< local\nb\n||||||| last sync\n=======\nc\n>>>>>>> remote\n', 2],
    [
      'the last one of topo, with CRLF',
      'a\r\nb\r\n>>>>>>> remote since 2026-01-01T00:00:00Z\r\n',
      6,
    ],
    ["git's", '<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> topic\n', 0],
  ])('finds a conflict marker: %s', (_, marked, start) => {
    expect(findMark(marked)?.[0]).toBe(start)
  })

  it.each([
    ['a heading', 'Title\n=======\n'],
    ['a quote', '>>>>>>> seven deep\n'],
    ['an indented example', '    <<<<<<< HEAD\n    =======\n    >>>>>>> topic\n'],
    ['a single marker of another tool', '<<<<<<< HEAD\n'],
    ['a shift', 'const a = 1 <<<<<<< 2\n'],
  ])('does not mistake %s for a conflict marker', (_, innocent) => {
    expect(findMark(innocent)).toBeUndefined()
  })
})

const content = (changes: Partial<ScriptContent> = {}): ScriptContent => ({
  slug: 'shop',
  name: 'Shop',
  description: 'Cart',
  type: 'topology',
  code: 'a\nb\nc\n',
  tags: ['web', 'old'],
  isPublic: false,
  readme: '# Shop\n',
  engineVersion: '1.0',
  ...changes,
})

describe('merge of scripts', () => {
  it('takes the changed side of each field, and merges added and removed tags', () => {
    const here = content({ name: 'My shop', tags: ['web', 'old', 'mine'], code: 'A\nb\nc\n' })
    const there = content({
      description: 'Basket',
      tags: ['web', 'theirs'],
      code: 'a\nb\nC\n',
      isPublic: true,
    })
    expect(mergeContent(content(), here, there)).toEqual({
      conflicts: [],
      content: content({
        name: 'My shop',
        description: 'Basket',
        tags: ['web', 'mine', 'theirs'],
        code: 'A\nb\nC\n',
        isPublic: true,
      }),
    })
  })

  it('reports a conflict of fields with both values', () => {
    const {
      conflicts,
      content: merged,
      conflictingValues,
    } = mergeContent(
      content(),
      content({ name: 'Ours', readme: 'ours\n' }),
      content({ name: 'Theirs', readme: 'theirs\n' }),
    )
    expect(conflicts).toEqual(['name', 'readme'])
    expect([merged.name, conflictingValues?.base?.name, conflictingValues?.remote.name]).toEqual([
      'Ours',
      'Shop',
      'Theirs',
    ])
    expect(merged.readme).toContain('<<<<<<< local\nours\n')
  })

  it('removes a readme that one side deleted, and reports a conflict if the other changed it', () => {
    expect(mergeContent(content(), content({ readme: null }), content()).content.readme).toBeNull()
    const { conflicts } = mergeContent(
      content(),
      content({ readme: null }),
      content({ readme: 'new\n' }),
    )
    expect(conflicts).toEqual(['readme'])
  })
})

it('a divergence lists which side changed which field and line', () => {
  const here = content({ name: 'Ours', code: 'A\nA2\nb\nc\n' })
  const there = content({ name: 'Theirs', code: 'a\nb\nC\n' })
  const renamedText = `/*---\nname: Ours\n---*/\n${here.code}`
  const file = { text: renamedText, header: { start: 0, end: renamedText.indexOf('A') } }
  const divergence = computeDivergence({ base: content(), local: here, remote: there }, 't2', file)
  expect(divergence).toMatchObject({
    baseKnown: true,
    updatedAt: 't2',
    fields: [
      { field: 'name', by: 'both', conflict: true, base: 'Shop', local: 'Ours', remote: 'Theirs' },
    ],
    code: [
      {
        by: 'local',
        conflict: false,
        line: { local: 4, remote: 1 },
        base: ['a\n'],
        local: ['A\n', 'A2\n'],
      },
      { by: 'remote', conflict: false, line: { local: 7, remote: 3 }, remote: ['C\n'] },
    ],
    readme: [],
  })
  expect(
    computeDivergence({ base: undefined, local: here, remote: there }, 't2').code.every(
      ({ conflict }) => conflict,
    ),
  ).toBe(true)
})
