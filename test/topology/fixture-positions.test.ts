/** Each fixture lists the position of all of its elements. See fixtures/README.md. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadScript } from '../../src/project/script/load.ts'
import { readTopology, type Span, type Topology } from '../../src/topology/index.ts'

const folder = join(import.meta.dirname, 'fixtures')
const fixtures = readdirSync(folder).filter((name) => /\.topology\.[jt]s$/.test(name))
type Named = readonly [name: string, at: Span]

function elements({ builders, nodes, edges, flows, unknownCalls }: Topology): Named[] {
  const scenarios = flows.flatMap((flow) => flow.scenarios)
  return [
    ...builders.flatMap(({ at, applications }): Named[] => [
      ['new', at],
      ...applications.map((application): Named => ['apply', application.at]),
    ]),
    ...[...nodes, ...edges].map(({ id, at }): Named => [id, at]),
    ...flows.map(({ at }): Named => ['flow', at]),
    ...scenarios
      .filter(({ id }) => id !== undefined)
      .map(({ id, at }): Named => [`scenario:${id}`, at]),
    ...scenarios.flatMap(({ steps }) => steps.map(({ kind, at }): Named => [`step:${kind}`, at])),
    ...unknownCalls.map(({ name, at }): Named => [`unknown:${name}`, at]),
  ]
}

function expected(path: string, text: string): string[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const marks = /\/\/! (.*)$/.exec(line)?.[1]
    return (marks?.split(' | ') ?? []).map((mark) => {
      const [name, column] = mark.split(' ')
      return `${path}:${index + 1}:${column} ${name}`
    })
  })
}

it.each(fixtures)('positions in the script: %s', async (name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  if (/^import /m.test(text)) return
  const { topology, problems } = await readTopology(text)
  expect(problems).toEqual([])
  const found = topology === undefined ? [] : elements(topology)
  expect(found.map(([id, at]) => `${name}:${at.line}:${at.column} ${id}`).sort()).toEqual(
    expected(name, text).sort(),
  )
})

it.each(fixtures)('positions on disk, after bundling: %s', async (name) => {
  const file = join(folder, name)
  const script = await loadScript(file, { root: folder })
  expect(script.problems).toEqual([])
  const { topology, problems } = await readTopology(script.content.code)
  expect(problems).toEqual([])
  const found = topology === undefined ? [] : elements(topology)
  const located = found.map(([id, at]) => {
    const { path, line, column } = script.locate(at)
    return `${path}:${line}:${column} ${id}`
  })
  const files = [
    name,
    ...[...new Set(located.map((place) => place.split(':')[0] ?? ''))].filter(
      (path) => path !== name,
    ),
  ]
  const marks = files.flatMap((path) => expected(path, readFileSync(join(folder, path), 'utf8')))
  expect(located.sort()).toEqual(marks.sort())
})
