/** Import formats: rows written by people, spreadsheets and programs. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCells } from '../../../src/sync/import/cells.ts'
import { peekText } from '../../../src/sync/import/decode-stream.ts'
import { importFormats } from '../../../src/sync/import/formats/index.ts'
import { COLUMNS, type ImportRow } from '../../../src/sync/import/row.ts'
import { anyCharacter } from '../../any-character.ts'
import { cases } from '../../cases.ts'

/** Reads rows in pieces of `size` bytes, like a pipe. */
async function rowsOf(name: string, text: string | Uint8Array, size = 7): Promise<ImportRow[]> {
  const bytes = Buffer.from(text)
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const format = importFormats.find((one) => one.name === name)
  const rows: ImportRow[] = []
  for await (const row of format?.rows(await peekText(pieces(), name)) ?? []) rows.push(row)
  return rows
}

const problems = (rows: ImportRow[]) =>
  rows.flatMap((row) => [...row.problems, ...(row.cells ? readCells(row).problems : [])])

describe('CSV', () => {
  it('counts rows and lines, with line breaks in quotes', async () => {
    const rows = await rowsOf('csv', 'slug,code\r\na,"x\r\n""y"""\r\n\r\nb,z')
    expect(rows).toEqual([
      { number: 2, line: 2, cells: { slug: 'a', code: 'x\r\n"y"' }, problems: [] },
      { number: 4, line: 5, cells: { slug: 'b', code: 'z' }, problems: [] },
    ])
  })

  it.each([
    ['a byte order mark', '\uFEFFslug,code\na,x\n'],
    ['semicolons', 'slug;code\na;x\n'],
    ['tabs', 'slug\tcode\na\tx\n'],
    ['other cases and spaces', ' Slug , CODE \na,x\n'],
    ['old Mac line ends', 'slug,code\ra,x\r'],
    ['columns at the end that are empty', 'slug;code;;\na;x;;\n'],
    ['columns at the end that are empty, in some rows', 'slug,code, ,\na,x\n'],
    ['rows with more empty cells than the first', 'slug,code\na,x,,,\n'],
  ])('may have %s', async (_what, text) => {
    expect(await rowsOf('csv', text)).toMatchObject([
      { cells: { slug: 'a', code: 'x' }, problems: [] },
    ])
  })

  it.each([
    ['sep=;\r\nslug;code\r\na,b;x\r\n', 'a,b'],
    ['\uFEFFsep=;\nslug;code\na,b;x\n', 'a,b'],
    ['"sep=|"\rslug|code\ra,b|x\r', 'a,b'],
    ['SEP=\t\nslug\tcode\na;b\tx\n', 'a;b'],
    ['sep=,\nslug,code\na;b,x\n', 'a;b'],
  ])('with the separator of Excel in the first line is read with it: %j', async (text, slug) => {
    for (const size of [1, 7, 1000]) {
      const rows = await rowsOf('csv', text, size)
      expect(rows).toEqual([{ number: 2, line: 3, cells: { slug, code: 'x' }, problems: [] }])
    }
  })

  it.each([
    [
      'sep=;\nslug;nmae;code\n',
      { row: 1, column: 'nmae', message: /Unknown column `nmae`/, fix: /Did you mean `name`/ },
    ],
    [
      'slug,code,,name\na,x,,b\n',
      { row: 1, column: '', message: /A column has no name/, fix: /The columns are/ },
    ],
    [
      'slug,code,\na,x,b\n',
      { row: 2, column: null, message: /3 cells, but the first row has 2/, fix: /double quotes/ },
    ],
    [
      'slug,nmae,code\na,b,x\n',
      { row: 1, column: 'nmae', message: /Unknown column `nmae`/, fix: /Did you mean `name`/ },
    ],
    [
      'slug,code,Code\na,b,x\n',
      { row: 1, column: 'Code', message: /Column `code` appears twice/, fix: /Remove/ },
    ],
    [
      'slug,name\na,b\n',
      { row: 1, column: null, message: /neither a `code` nor/, fix: /slug,name,code/ },
    ],
    [
      'slug,code\na,b\nc,d,e\n',
      { row: 3, column: null, message: /3 cells, but the first row has 2/, fix: /double quotes/ },
    ],
    [
      'slug,code\na,b\nc,"d\ne,f\n',
      { row: 3, column: null, message: /never closed/, fix: /double quotes/ },
    ],
    [
      'slug,code\na,b\nc,d"e\n',
      { row: 3, column: null, message: /starts in the middle/, fix: /double quotes/ },
    ],
    [
      'slug,code\na,b\nc,"d"e\n',
      { row: 3, column: null, message: /ends in the middle/, fix: /double quotes/ },
    ],
  ])('%j is reported with row and column', async (text, { row, column, message, fix }) => {
    const found = problems(await rowsOf('csv', text))
    expect(found).toMatchObject([
      { row, column, message: expect.stringMatching(message), fix: expect.stringMatching(fix) },
    ])
  })

  it('keeps rows before an error', async () => {
    for (const size of [1, 1000]) {
      const rows = await rowsOf('csv', 'slug,code\na,b\nc,"d\n', size)
      expect(rows.map(({ number }) => number)).toEqual([2, 3])
    }
  })
})

describe('JSON', () => {
  it.each([
    '[{"slug":"a","code":"x","tags":["p"],"readme":null,"name":""}]',
    '{"totalCount":1,"items":[{"slug":"a","code":"x","tags":["p"]}]}',
  ])('is a list: %s', async (text) => {
    const cells = { slug: 'a', code: 'x', tags: ['p'] }
    expect(await rowsOf('json', text)).toEqual([{ number: 1, line: null, cells, problems: [] }])
  })

  it.each([
    ['[{"slug":"a","code":"x"}, {"slug":"b" "code":"y"}]', 2, /not JSON/],
    ['[{"slug":"a","code":"x"}', 2, /is incomplete/],
    ['[{"slug":"a","code":"x"}, 7]', 2, /not an object/],
    ['[{"slug":"a","code":"x","nmae":"y"}]', 1, /Unknown column `nmae`/],
    ['{"item":{}}', 1, /no list/],
  ])('%s is reported with its row', async (text, row, message) => {
    const found = problems(await rowsOf('json', text))
    expect(found).toMatchObject([{ row, message: expect.stringMatching(message) }])
  })
})

describe('NDJSON', () => {
  it('has one object per line, with empty lines and line separators in strings', async () => {
    const rows = await rowsOf(
      'ndjson',
      '{"slug":"a","code":"x\u2028y"}\r\n\n{"slug":"b","code":"z"}',
    )
    expect(rows.map(({ number, line, cells }) => [number, line, cells?.code])).toEqual([
      [1, 1, 'x\u2028y'],
      [3, 3, 'z'],
    ])
  })

  it('continues after an invalid line', async () => {
    const rows = await rowsOf('ndjson', '{"slug":\n[]\n{"slug":"b","code":"z"}\n')
    expect(rows.map(({ number, problems: rowProblems }) => [number, rowProblems.length])).toEqual([
      [1, 1],
      [2, 1],
      [3, 0],
    ])
  })
})

it.each([
  ['[{"a":1}]', 'json'],
  [' {\n "items": [] }', 'json'],
  ['{"items":[]}', 'json'],
  ['{"a":1}\n{"a":2}\n', 'ndjson'],
  ['{"a":1}', 'ndjson'],
  [`{"code":"${'x'.repeat(70_000)}`, 'ndjson'],
  ['slug,code\n', 'csv'],
])(
  'the import format of a file without an extension: %.20s is detected by its content',
  (head, name) => {
    expect(importFormats.find(({ detect }) => detect(head))?.name).toBe(name)
  },
)

describe('cells with any content', () => {
  const cell = fc
    .string({ unit: anyCharacter })
    .filter((text) => !/\p{Surrogate}/u.test(text) && text !== '')
  const record = fc.tuple(cell, cell).map(([name, code]) => ({ name, code }))
  const records = fc.array(record, { minLength: 1, maxLength: 5 })
  const size = fc.integer({ min: 1, max: 40 })
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const writers: Record<string, (all: { name: string; code: string }[]) => string> = {
    csv: (all) =>
      ['name,code', ...all.map(({ name, code }) => `${quoted(name)},${quoted(code)}`)].join('\n'),
    json: (all) => JSON.stringify(all),
    ndjson: (all) => all.map((one) => JSON.stringify(one)).join('\n'),
  }
  it.each(Object.keys(writers))('%s reads them back, in pieces of any size', async (name) => {
    await fc.assert(
      fc.asyncProperty(records, size, async (all, bytes) => {
        // Text has no NUL byte; JSON escapes the character.
        fc.pre(name !== 'csv' || !JSON.stringify(all).includes('\\u0000'))
        const rows = await rowsOf(name, writers[name]?.(all) ?? '', bytes)
        expect(rows.map(({ cells }) => cells)).toEqual(all)
      }),
      { numRuns: cases(300), examples: [[[{ name: '\uFEFFa\uFEFFb', code: '\uFEFF' }], 1]] },
    )
  })

  it.each(Object.keys(writers))('invalid %s is a problem, not a crash', async (name) => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        size,
        async (text, bytes) => {
          for (const row of await rowsOf(name, text, bytes)) if (row.cells) readCells(row)
        },
      ),
      { numRuns: cases(500) },
    )
  })
})

const zipOf = (name: string, content = '') => {
  const head = Buffer.alloc(30)
  head.write('PK\x03\x04', 'latin1')
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, Buffer.from(name + content)])
}

it.each([
  ['UTF-16 LE', Buffer.from('\uFEFFslug,code\n', 'utf16le')],
  ['UTF-16 BE', Buffer.from('\uFEFFslug,code\n', 'utf16le').swap16()],
  ['UTF-16 LE', Buffer.from('slug,code\n', 'utf16le')],
  ['not UTF-8', Buffer.from('slug,code\na,\xE9\n', 'latin1')],
  ['a NUL byte at offset 12', Buffer.from('slug,code\na,\0\n')],
  ['a NUL byte at offset 9012', Buffer.from(`slug,code\na,${'x'.repeat(9000)}\0`)],
  [
    'an Excel workbook (.xlsx)',
    Buffer.concat([zipOf('[Content_Types].xml'), zipOf('xl/workbook.xml')]),
  ],
  ['an Office document', zipOf('[Content_Types].xml')],
  [
    'an OpenDocument spreadsheet (.ods)',
    zipOf('mimetype', 'application/vnd.oasis.opendocument.spreadsheet'),
  ],
  ['a ZIP archive', zipOf('a.txt')],
  ['an old Excel workbook (.xls)', Buffer.from('d0cf11e0a1b11ae10000', 'hex')],
  ['a gzip file', Buffer.from('1f8b0800', 'hex')],
])('an import source that is not UTF-8 text is reported as %s', async (what, bytes) => {
  for (const name of ['csv', 'json', 'ndjson'])
    for (const size of [1, 5, 1000, 10_000])
      await expect(rowsOf(name, bytes, size)).rejects.toMatchObject({
        code: 'TOPO_NOT_UTF8',
        message: expect.stringContaining(what),
      })
})

describe('the cells of a row', () => {
  const read = (cells: ImportRow['cells']) => {
    const { fields, problems: cellProblems } = readCells({
      number: 7,
      line: 9,
      problems: [],
      ...(cells && { cells }),
    })
    return { fields, problems: cellProblems.map(({ row, line, column }) => [row, line, column]) }
  }

  it('become the fields of a script', () => {
    const cells = {
      slug: ' a ',
      code: 'x',
      tags: 'p; q,,r ',
      public: 'TRUE',
      readme: '# A',
      type: 't',
    }
    const fields = {
      slug: 'a',
      code: 'x',
      tags: ['p', 'q', 'r'],
      isPublic: true,
      readme: '# A',
      type: 't',
    }
    expect(read(cells)).toEqual({ fields, problems: [] })
  })

  it.each([
    [
      true,
      [
        'TRUE',
        'true',
        ' yes ',
        'Y',
        'ja',
        '1',
        'WAHR',
        'Vrai',
        'VERDADERO',
        'sí',
        'si\u0301',
        'DOĞRU',
        1,
      ],
    ],
    [
      false,
      ['FALSE', 'No', 'n', 'nein', '0', 'FALSCH', 'faux', 'FALSO', 'não', 'YANLIŞ', 'yanlış', 0],
    ],
  ])('accept words for %s in the language of a spreadsheet', (value, words) => {
    for (const word of words)
      expect(read({ slug: 'a', code: 'x', public: word })).toMatchObject({
        fields: { isPublic: value },
        problems: [],
      })
  })

  it('list the accepted words for another one', () => {
    const row = {
      number: 2,
      line: 2,
      problems: [],
      cells: { slug: 'a', code: 'x', public: 'vielleicht' },
    }
    expect(readCells(row).problems).toMatchObject([
      {
        message: '`public` is "vielleicht", not true or false.',
        fix: expect.stringMatching(/yes\/no.*1\/0.*WAHR\/FALSCH/),
      },
    ])
  })

  it('accept tags as a JSON list, for tags with a comma', () => {
    expect(read({ slug: 'a', code: 'x', tags: '["p, q"]' }).fields.tags).toEqual(['p, q'])
    expect(read({ slug: 'a', code: 'x', tags: '["p' }).problems).toEqual([[7, 9, 'tags']])
  })

  it.each([
    [{ slug: 'A b', code: 'x' }, ['slug']],
    [{ code: 'x' }, ['slug']],
    [{ slug: 'a' }, ['code']],
    [{ slug: 'a', code: 'x', file: 'y' }, ['file']],
    [{ slug: 'a', code: 'x', public: 'maybe' }, ['public']],
    [{ slug: 'a', code: 'x', public: 2 }, ['public']],
    [{ slug: 'a', code: 'x\0' }, ['code']],
    [{ slug: 'a', code: 'x', name: '\0' }, ['name']],
    [{ slug: 'a', code: 'x', tags: [1] }, ['tags']],
    [{ slug: 'a', code: 'x', name: 1 }, ['name']],
    [{ slug: 'a', code: '\uD800' }, ['code']],
    [{}, ['code', 'slug']],
  ])('%j are invalid in %j', (cells, columns) => {
    expect(read(cells).problems).toEqual(columns.map((column) => [7, 9, column]))
  })

  it('need no slug if a file or a name provides it', () => {
    expect(read({ name: 'My Shop', code: 'x' }).problems).toEqual([])
    expect(read({ file: 'shop.topology.js' }).problems).toEqual([])
  })

  it('never crash with any value', () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.array(fc.anything()),
      fc.object(),
    )
    const cells = fc.dictionary(fc.constantFrom(...COLUMNS), value)
    fc.assert(fc.property(cells, (given) => void read(given)))
  })
})
