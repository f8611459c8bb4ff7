/** Formats for other programs, with hostile names and texts. */
import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { reporters, validationResult } from '../../src/reporters/index.ts'
import type { Finding } from '../../src/validator/index.ts'
import { anyCharacter } from '../any-character.ts'
import { cases } from '../cases.ts'

interface File {
  path: string
  findings: Finding[]
}

const finding = (given: Partial<Finding> = {}): Finding => ({
  rule: 'known-connection-ends',
  severity: 'error',
  message: '"apu" is not a node',
  fix: 'Did you mean "api"?',
  line: 3,
  column: 5,
  endLine: 3,
  endColumn: 9,
  ...given,
})

function report(format: string, files: File[], sources: Record<string, string> = {}): string {
  const reporter = reporters.find(({ name }) => name === format)
  if (!reporter) throw new Error(`no format ${format}`)
  return reporter.report(validationResult(files), {
    color: false,
    sources: new Map(Object.entries(sources)),
  })
}

const mixed: File[] = [
  { path: 'a b,c:d%.js', findings: [finding({ severity: 'hint', rule: 'has-label' }), finding()] },
  { path: 'good.js', findings: [] },
  { path: 'w.js', findings: [finding({ severity: 'warning', rule: 'unique-node-ids', line: 1 })] },
]

const nasty: File[] = [
  {
    path: 'x"<&>\'\u001b[1m\n::error::.js',
    findings: [
      finding({
        message: ']]>\u0000\u001b[2J\n::set-output name=x::\ud800 ﹪',
        fix: '%0A::error::',
      }),
    ],
  },
]

test('E8: unix prints one line per finding', () => {
  expect(report('unix', mixed)).toBe(
    'a b,c:d%.js:3:5: hint: "apu" is not a node [has-label]\n' +
      'a b,c:d%.js:3:5: error: "apu" is not a node [known-connection-ends]\n' +
      'w.js:1:5: warning: "apu" is not a node [unique-node-ids]\n',
  )
  expect(report('unix', nasty).split('\n')).toHaveLength(2)
  expect(report('unix', nasty)).not.toMatch(/[\0\u001b]/)
})

test('C6 G9: github prints one command per finding, errors first; texts cannot add commands', () => {
  const lines = report('github', mixed).trimEnd().split('\n')
  expect(lines[0]).toBe(
    '::error file=a b%2Cc%3Ad%25.js,line=3,endLine=3,col=5,endColumn=9,title=known-connection-ends::"apu" is not a node%0ADid you mean "api"?',
  )
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['::error', '::warning', '::notice'])
  const hostile = report('github', nasty)
  expect(hostile.match(/^::/gm)).toHaveLength(1)
  expect(hostile.split('\n')).toHaveLength(2)
  expect(hostile).not.toMatch(/[\0\u001b]/)
  expect(hostile).toContain('%250A::error::')
})

test('github finds the file of an annotation, whatever its name is', () => {
  /** As the runner reads a property: `%` last. */
  const unescapeProperty = (value: string): string =>
    value
      .replaceAll('%0D', '\r')
      .replaceAll('%0A', '\n')
      .replaceAll('%3A', ':')
      .replaceAll('%2C', ',')
      .replaceAll('%25', '%')
  const fileIn = (command: string): string | undefined => {
    const [, properties = ''] = /^::error (.*?)::/.exec(command) ?? []
    const [, value] = properties
      .split(',')
      .map((property) => property.split(/=(.*)/s))
      .find(([name]) => name === 'file') ?? [undefined, undefined]
    return value === undefined ? undefined : unescapeProperty(value)
  }
  const isShown = (path: string) => !/(?![\r\n])\p{Cc}|\p{Cs}/u.test(path)
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }).filter(isShown), (path) => {
      const commands = report('github', [{ path, findings: [finding()] }]).split('\n')
      expect(commands).toHaveLength(2)
      expect(fileIn(commands[0] ?? '')).toBe(path)
    }),
    {
      numRuns: cases(1000),
      examples: [
        ['::x'],
        ['::x::y.topology.js'],
        ['::error file=x::.js'],
        ['a,b:c.topology.js'],
        ['line\nbreak\r\n\r.js'],
        ['100%.js'],
        ['%3A%250A.js'],
        ['##[error]x.js'],
        ['a=b.js'],
        ['\u{1F469}\u200D\u{1F4BB}.js'],
      ],
    },
  )
})

describe('gitlab', () => {
  test('lists issues with unique fingerprints', () => {
    const twice: File[] = [{ path: 'a.js', findings: [finding(), finding({ line: 4 })] }]
    const issues = JSON.parse(report('gitlab', twice))
    expect(issues[0]).toMatchObject({
      description: '"apu" is not a node. Did you mean "api"?',
      check_name: 'known-connection-ends',
      severity: 'major',
      location: { path: 'a.js', positions: { begin: { line: 3, column: 5 } } },
    })
    expect(issues[0].fingerprint).not.toBe(issues[1].fingerprint)
    expect(JSON.parse(report('gitlab', []))).toEqual([])
  })

  test('keeps a fingerprint when lines move, and changes it with the line', () => {
    const of = (line: number, source: string) =>
      JSON.parse(
        report('gitlab', [{ path: 'a.js', findings: [finding({ line })] }], { 'a.js': source }),
      )[0].fingerprint
    expect(of(3, '\n\n  t.connect(1)')).toBe(of(5, '\n\n\n\nt.connect(1)'))
    expect(of(1, 't.connect(1)')).not.toBe(of(1, 't.connect(2)'))
  })
})

describe('xml', () => {
  const parse = (text: string) => {
    expect(XMLValidator.validate(text)).toBe(true)
    return new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '',
      trimValues: false,
    }).parse(text)
  }

  test('checkstyle has a file element per file with findings', () => {
    const { checkstyle } = parse(report('checkstyle', mixed))
    expect(checkstyle.file.map(({ name }: { name: string }) => name)).toEqual([
      'a b,c:d%.js',
      'w.js',
    ])
    expect(checkstyle.file[0].error[1]).toEqual({
      line: '3',
      column: '5',
      severity: 'error',
      message: '"apu" is not a node. Did you mean "api"?',
      source: 'topo.known-connection-ends',
    })
    expect(parse(report('checkstyle', []))).toBeDefined()
  })

  interface Suite {
    name: string
    tests: string
    failures: string
    testcase: object | object[]
    'system-out'?: string
  }
  test('junit has a suite per script; only errors fail, and advice is no passed test beside them', () => {
    const { testsuites } = parse(report('junit', mixed))
    const suites = testsuites.testsuite as Suite[]
    expect(suites.map(({ name, tests, failures }) => [name, tests, failures])).toEqual([
      ['a b,c:d%.js', '1', '1'],
      ['good.js', '1', '0'],
      ['w.js', '1', '0'],
    ])
    const testCases = suites.map(({ testcase, 'system-out': output }) => [
      [testcase].flat().length,
      output !== undefined,
    ])
    expect(testCases).toEqual([
      [1, true],
      [1, false],
      [1, false],
    ])
  })

  test.each(['checkstyle', 'junit'])('%s is well-formed with any text', (format) => {
    const text = fc.string({ unit: anyCharacter, maxLength: 30 })
    const files = fc.array(
      fc.record({
        path: text,
        findings: fc.array(fc.record({ message: text, fix: text }).map(finding)),
      }),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(files, (given) => {
        const xml = report(format, given)
        // Characters that XML does not allow, even escaped.
        expect(xml).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/)
        expect(xml.isWellFormed()).toBe(true)
        parse(xml)
      }),
      { numRuns: cases(200) },
    )
    parse(report(format, nasty))
  })
})

describe('sarif', () => {
  test('contains the rules, and for each result its rule, location and fingerprint', () => {
    const files = [...mixed, { path: 's.js', findings: [finding({ rule: 'syntax' })] }]
    const log = JSON.parse(report('sarif', files))
    expect([log.version, log.runs.length]).toEqual(['2.1.0', 1])
    const { tool, results } = log.runs[0]
    for (const { ruleId, ruleIndex, partialFingerprints } of results) {
      expect(tool.driver.rules[ruleIndex].id).toBe(ruleId)
      expect(Object.values(partialFingerprints)).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
    }
    expect(results.map(({ level }: { level: string }) => level)).toEqual([
      'note',
      'error',
      'warning',
      'error',
    ])
    expect(results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'a%20b%2Cc%3Ad%25.js' },
      region: { startLine: 3, startColumn: 5, endLine: 3, endColumn: 9 },
    })
    for (const { shortDescription, fullDescription, defaultConfiguration } of tool.driver.rules) {
      expect([
        shortDescription.text,
        fullDescription.text,
        defaultConfiguration.level,
      ]).not.toContain(undefined)
    }
    expect(new Set(tool.driver.rules.map(({ id }: { id: string }) => id)).size).toBe(
      tool.driver.rules.length,
    )
  })

  test('is valid JSON with any text', () => {
    expect(() => JSON.parse(report('sarif', nasty))).not.toThrow()
    expect(JSON.parse(report('sarif', [])).runs[0].results).toEqual([])
  })
})
