import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHeader } from '../../../../src/project/script/header/header.ts'
import {
  mergeHeader as mergeText,
  writeHeader,
} from '../../../../src/project/script/header/header-text.ts'
import {
  defaultMetadata,
  type Metadata,
  sameMetadata,
} from '../../../../src/project/script/metadata.ts'
import { anyCharacter } from '../../../any-character.ts'
import { cases } from '../../../cases.ts'

const defaults = defaultMetadata('shop')
/** The header, where it is before all code. */
function mergeHeader(...given: Parameters<typeof mergeText>): string {
  const { before, header } = mergeText(...given)
  expect(before).toBe('')
  return header
}
const write = (changes: Partial<Metadata>, scriptCode = 'x') =>
  writeHeader({ ...defaults, ...changes }, defaults, scriptCode)

describe('writeHeader', () => {
  it('writes keys in order and lists in flow form, without defaults', () => {
    const header = write({
      engineVersion: '1.1',
      public: true,
      tags: ['payments', 'a, b'],
      name: 'Checkout',
      slug: 'check-out',
      description: 'Card payments, from cart to ledger',
    })
    expect(header).toBe(
      '/*---\nname: Checkout\ndescription: Card payments, from cart to ledger\ntags: [payments, "a, b"]\npublic: true\nslug: check-out\nengineVersion: "1.1"\n---*/\n',
    )
  })

  it('writes no header if all values are defaults', () => {
    expect(write({})).toBe('')
  })

  it.each(['/*---\nname: A\n---*/\n', '\uFEFFx', '\n /*--- public: true\n'])(
    'writes an empty header before code that looks like a header: %j',
    (scriptCode) => {
      expect(write({}, scriptCode)).toBe('/*---\n---*/\n')
    },
  )

  it('writes an empty header before a byte order mark, which would be lost', () => {
    expect(mergeHeader('', defaults, defaults, '\uFEFFx')).toBe('/*---\n---*/\n')
  })

  it.each([
    ['a */ b', '"a *\\/ b"'],
    ['---*/', '"---*\\/"'],
    ['yes', '"yes"'],
    ['1e3', '"1e3"'],
    ['a: b', '"a: b"'],
    ['a #b', '"a #b"'],
    [' a', '" a"'],
    ['a\nb', '"a\\nb"'],
    ['\u2028', '"\\u2028"'],
    ['a\u202Eb', '"a\\u202eb"'],
    ['\u2066', '"\\u2066"'],
    ['\ud800', '"\\ud800"'],
    ['\u007f', '"\\u007f"'],
    ['Магазин', 'Магазин'],
    ['it is "so"', '"it is \\"so\\""'],
  ])('quotes %j if needed', (name, scalar) => {
    expect(write({ name })).toBe(`/*---\nname: ${scalar}\n---*/\n`)
  })

  it('never folds a long text', () => {
    expect(write({ description: 'long '.repeat(100).trim() }).split('\n')).toHaveLength(4)
  })
})

const words =
  '*/ ---*/ --- /*--- yes no null ~ true 1e3 0x1f 1.0 .inf 2001-01-01 a: # &a *a [a {a} | > % @ ` \' " *\\/ << ... __proto__'
const spaced = [
  '',
  ' ',
  'a: b',
  ': ',
  ' # x',
  '- a',
  '? a',
  '! a',
  'a, b',
  ' lead',
  'trail ',
  'a\tb',
  'a\nb',
  'a\r\nb',
]
const characters = '\\\u0000\u0007\u0085\u2028\u2029\uFEFF\ud800 \udc00'
const hostile = fc.oneof(
  fc.constantFrom(...words.split(' '), ...spaced, ...characters),
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.constantFrom(...'\ud83d*/-:# "\'\\\na,]\ude00') }),
)
const text = fc.array(hostile, { maxLength: 3 }).map((parts) => parts.join(''))
const filled = text.filter((value) => value !== '')

const metadata: fc.Arbitrary<Metadata> = fc.record(
  {
    name: filled,
    description: text,
    tags: fc.array(text, { maxLength: 4 }),
    public: fc.boolean(),
    slug: fc.stringMatching(/^[a-z0-9-]+$/),
    readme: filled,
    type: text,
    engineVersion: text,
  },
  { requiredKeys: ['name', 'description', 'tags', 'public', 'slug', 'type', 'engineVersion'] },
)
const code = fc.oneof(
  text,
  fc.constantFrom('', '\n', '\r\n', '\r', ' \n', '\uFEFFx', '/*---', '/*---\n', ' x', 'a\r\nb'),
  fc.constant('/*---\nname: x\n---*/\ny'),
)
const runs = { numRuns: cases(2000, 0.05) }

/** Reads metadata and code back, as in a loaded script. */
function read(file: string): { metadata: Metadata; code: string } {
  const { fields, code: parsedCode, problems } = parseHeader(file)
  expect(problems).toEqual([])
  return { metadata: { ...defaults, ...fields }, code: parsedCode }
}

describe('any metadata and code', () => {
  it('are the same after write and parse', () => {
    fc.assert(
      fc.property(metadata, code, (meta, body) => {
        const back = read(writeHeader(meta, defaults, body) + body)
        expect(back.code).toBe(body)
        expect(sameMetadata(back.metadata, meta)).toBe(true)
      }),
      runs,
    )
  })

  it('are the same after a merge into an existing file', () => {
    fc.assert(
      fc.property(metadata, metadata, code, code, (before, after, bodyBefore, bodyAfter) => {
        const file = writeHeader(before, defaults, bodyBefore) + bodyBefore
        const back = read(mergeHeader(file, after, defaults, bodyAfter) + bodyAfter)
        expect(back.code).toBe(bodyAfter)
        expect(sameMetadata(back.metadata, after)).toBe(true)
      }),
      runs,
    )
  })

  it('do not change a file with the same values', () => {
    fc.assert(
      fc.property(metadata, code, (meta, body) => {
        const file = writeHeader(meta, defaults, body) + body
        expect(mergeHeader(file, meta, defaults, body) + body).toBe(file)
      }),
      runs,
    )
  })
})

describe('mergeHeader', () => {
  const own = "/*---\n# ours\npublic: true   # soon\nname: 'shop'\ndescription: Old\n---*/\nx"
  const says = { ...defaults, name: 'shop', public: true, description: 'Old' }

  it('keeps every byte if the values are the same', () => {
    expect(mergeHeader(own, says, defaults, 'y')).toBe(own.slice(0, -1))
  })

  it('rewrites only changed keys', () => {
    expect(
      mergeHeader(own, { ...says, description: 'New', tags: ['a'], type: 'b' }, defaults, 'y'),
    ).toBe(
      "/*---\n# ours\npublic: true   # soon\nname: 'shop'\ndescription: New\ntags: [a]\ntype: b\n---*/\n",
    )
  })

  it('removes a key that has become a default', () => {
    const header = mergeHeader(own, { ...says, name: 'Other', description: '' }, defaults, 'y')
    expect(header).toBe('/*---\n# ours\npublic: true   # soon\nname: Other\n---*/\n')
    expect(mergeHeader(own, defaults, defaults, 'y')).toBe("/*---\n# ours\nname: 'shop'\n---*/\n")
  })

  it('removes the header if no key is left', () => {
    expect(mergeHeader('/*---\nname: A\npublic: true\n---*/\nx', defaults, defaults, 'x')).toBe('')
    expect(mergeHeader('/*--- name: A\n---*/\nx', defaults, defaults, 'x')).toBe('')
    expect(mergeHeader('/*--- name: A\n# ours\n---*/\nx', defaults, defaults, 'x')).toBe(
      '/*--- \n# ours\n---*/\n',
    )
  })

  it('replaces and removes multi-line texts', () => {
    const blocks = '/*---\ndescription: >\n  a\n  b\nname: |\n  x\n# ours\npublic: true\n---*/\nx'
    const after = { ...defaults, public: true, description: '', name: 'z' }
    expect(mergeHeader(blocks, after, defaults, 'x')).toBe(
      '/*---\nname: z\n# ours\npublic: true\n---*/\n',
    )
  })

  it('keeps Windows line ends', () => {
    const file = '/*---\r\nname: A\r\n---*/\r\nx'
    expect(mergeHeader(file, { ...defaults, name: 'A', tags: ['b'] }, defaults, 'x')).toBe(
      '/*---\r\nname: A\r\ntags: [b]\r\n---*/\r\n',
    )
  })

  it('rewrites a broken header', () => {
    expect(mergeHeader('/*---\nnmae: A\n---*/\nx', { ...defaults, name: 'A' }, defaults, 'x')).toBe(
      '/*---\nname: A\n---*/\n',
    )
  })
})
