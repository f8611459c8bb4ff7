/** `one-id-two-labels`: diagrams of a project that give one id different labels, with both places. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { step } from '../../action/step.ts'
import { folder, put, topo } from '../topo.ts'

const diagram = (...nodes: [id: string, label: string][]) =>
  [
    'const t = new TopologyBuilder(true)',
    ...nodes.map(
      ([id, label]) => `t.createProcess({ id: '${id}', label: ${JSON.stringify(label)} })`,
    ),
    ...nodes.slice(1).map(([id], index) => `t.connect('${nodes[index]?.[0]}', '${id}')`),
    'await t.apply()',
    '',
  ].join('\n')

const inNamespace = (name: string, text: string) => `/*---\nnamespace: ${name}\n---*/\n${text}`

const files = {
  'topo.config.json': '{}',
  'a.topology.js': diagram(['web', 'Web app'], ['db', 'Orders DB']),
  'b.topology.js': diagram(['web', 'web-app'], ['db', 'Users DB']),
  'c.topology.js': diagram(['web', 'Web\napp'], ['db', 'Users DB']),
  'd.topology.js': inNamespace('bank', diagram(['web', 'Branch'], ['db', 'Accounts'])),
}

async function found(cwd: string, ...args: string[]) {
  const { stdout } = await topo(['validate', '--format', 'unix', ...args], { cwd })
  return stdout
    .split('\n')
    .flatMap((line) =>
      line.includes('[one-id-two-labels]') ? [line.replace(' [one-id-two-labels]', '')] : [],
    )
}

const hint =
  'b.topology.js:2:3: hint: "web" is "web-app" here, but "Web app" in another diagram, on line 2 of a.topology.js'
const warning =
  'a.topology.js:3:3: warning: "db" is "Orders DB" here, but "Users DB" in another diagram, on line 3 of b.topology.js'

describe('topo validate', () => {
  test('reports another label than most diagrams have, with both places; only a spelling is a hint', async () => {
    const cwd = folder(files)
    expect(await found(cwd)).toEqual([warning, hint])
    expect(await found(cwd, 'a', 'd')).toEqual([])
    expect(await found(cwd, 'b', 'c')).toEqual([
      'c.topology.js:2:3: hint: "web" is "Web app" here, but "web-app" in another diagram, on line 2 of b.topology.js',
    ])
    expect((await topo(['validate', '--fail-on', 'warning'], { cwd })).code).toBe(1)
    // The same namespace is one project.
    put(join(cwd, 'e.topology.js'), inNamespace('bank', diagram(['db', 'Ledger'], ['x', 'X'])))
    expect((await found(cwd)).at(-1)).toMatch(/^e\.topology\.js:5:3: warning: "db" is "Ledger"/)
  })

  test('without a label nothing differs, and neither do C and C++', async () => {
    const cwd = folder({
      'a.topology.js': diagram(['x', 'C'], ['y', 'Y']),
      'b.topology.js': diagram(['x', 'C++'], ['y', '']),
      'c.topology.js': diagram(['x', 'C'], ['y', ' ']),
    })
    expect(await found(cwd)).toEqual([
      expect.stringMatching(/^b\.topology\.js:2:3: warning: "x" is "C\+\+"/),
    ])
  })

  test('a label that is only the id is a hint, and hides no difference of the others', async () => {
    const cwd = folder({
      'a.topology.js': diagram(['web', 'web'], ['y', 'Y']),
      'b.topology.js': diagram(['web', 'Web shop'], ['z', 'Z']),
      'c.topology.js': diagram(['web', 'web'], ['u', 'U']),
    })
    expect(await found(cwd)).toEqual([
      expect.stringMatching(/^a\.topology\.js:2:3: hint: "web" is "web" here, but "Web shop"/),
      expect.stringMatching(/^c\.topology\.js:2:3: hint/),
    ])
    put(join(cwd, 'd.topology.js'), diagram(['web', 'Bank'], ['v', 'V']))
    expect((await found(cwd)).at(-1)).toMatch(/^d\.topology\.js:2:3: warning: "web" is "Bank"/)
  })

  test('can be suppressed, configured and put into a baseline', async () => {
    const cwd = folder(files)
    put(join(cwd, 'topo.config.json'), '{ "rules": { "one-id-two-labels": "error" } }')
    expect(await found(cwd)).toEqual([warning.replace('warning', 'error'), hint])
    // A question about all diagrams leaves none of them out.
    expect((await topo(['query', 'db'], { cwd })).stdout.split('\n')).toHaveLength(4)
    put(join(cwd, 'topo.config.json'), '{ "rules": { "one-id-two-labels": "off" } }')
    expect(await found(cwd)).toEqual([])
    put(join(cwd, 'topo.config.json'), '{}')
    await topo(['validate', '--write-baseline', 'base.json'], { cwd })
    expect(await found(cwd, '--baseline', 'base.json')).toEqual([])
    // The others are not in this run.
    const part = await topo(['validate', 'a', '--baseline', 'base.json'], { cwd })
    expect(part.stderr).not.toContain('no longer found')
    const comment = '// topo-disable-next-line one-id-two-labels -- moves next week'
    const text = files['a.topology.js'].replace(/.*Orders DB.*/, (line) => `${comment}\n${line}`)
    put(join(cwd, 'a.topology.js'), text)
    expect(await found(cwd)).toEqual([hint])
    const { stdout } = await topo(['validate', 'a', '--format', 'unix'], { cwd })
    expect(stdout).not.toContain('suppression')
  })

  test('also on worker threads, and after a fix', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [
        `many/s${n}.topology.js`,
        diagram([`n${n}`, 'N'], ['db', 'Users DB']),
      ]),
    )
    const cwd = folder({
      ...files,
      ...many,
      'a.topology.js': files['a.topology.js'].replace('await ', ''),
    })
    expect(await found(cwd)).toEqual([warning, hint])
    expect(await found(cwd, '--fix')).toEqual([warning, hint])
  })

  test.each([
    ['sarif', /"relatedLocations"[^\]]*b\.topology\.js/s],
    ['json', /"related":\{[^}]*"path":"b\.topology\.js"/],
    ['github', /::warning file=a\.topology\.js,line=3,.*Users DB/],
  ])('has both places in the format %s', async (format, expected) => {
    const { stdout } = await topo(['validate', '--format', format], { cwd: folder(files) })
    expect(stdout.replace(/": /g, '":').replace(/\{\s+/g, '{')).toMatch(expected)
  })
})

test('a step of a workflow annotates it', async () => {
  const { log } = await step({ cwd: folder(files), inputs: { command: 'validate' } })
  expect(log).toMatch(/file=a\.topology\.js,line=3.*Users DB/)
})
