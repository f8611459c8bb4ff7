/** What other programs read to install topo: GitLab's catalogue, pre-commit, the MCP registry, a container's builder. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { defaultInclude } from '../../../src/project/select/find-scripts.ts'
import { assistant } from '../mcp/client.ts'
import { folder, script, topo } from '../topo.ts'

const root = resolve(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const manifest = JSON.parse(read('package.json'))

test('the GitLab component with its defaults is the pipeline of "topo init --ci gitlab"', () => {
  const [spec, jobs] = read('templates/diagrams/template.yml').split('\n---\n') as [string, string]
  const { inputs } = parse(spec).spec as {
    inputs: Record<string, { default?: string; options?: string[] }>
  }
  const named = new Set<string>()
  const filled = jobs.replace(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_match, name: string) => {
    named.add(name)
    return inputs[name]?.default ?? `${manifest.name}@${manifest.version}`
  })
  expect([...named].sort()).toEqual(Object.keys(inputs).sort())
  // What the registry has under a name is for the user to say: before the release the name is nobody's.
  expect(Object.keys(inputs).filter((name) => inputs[name]?.default === undefined)).toEqual([
    'package',
  ])
  const { stage, ...diagrams } = parse(filled)['.diagrams']
  expect(stage).toBe('test')
  expect({ ...parse(filled), '.diagrams': diagrams }).toEqual(
    parse(read('templates/ci/gitlab/diagrams.yml')),
  )
  expect(parseAllDocuments(read('templates/diagrams/template.yml'))).toHaveLength(2)
})

test('each severity that the component offers is one of "topo validate"', async () => {
  const { spec } = parse(read('templates/diagrams/template.yml').split('\n---\n')[0] as string)
  const cwd = folder({ 'a.topology.js': script('a') })
  for (const severity of spec.inputs['fail-on'].options)
    expect(await topo(['validate', '--fail-on', severity], { cwd }), severity).toMatchObject({
      code: 0,
    })
})

test('pre-commit gives the hook the scripts of a project, and nothing else', async () => {
  const [hook, ...others] = parse(read('.pre-commit-hooks.yaml')) as [
    { entry: string; files: string },
  ]
  expect(others).toEqual([])
  const files = new RegExp(hook.files)
  expect(defaultInclude).toEqual(['**/*.topology.{js,ts}'])
  for (const name of ['a.topology.js', 'b/c d.topology.ts'])
    expect(files.test(name), name).toBe(true)
  for (const name of ['topology.js', 'a.topology.json', 'a.topology.js.map'])
    expect(files.test(name), name).toBe(false)
  const cwd = folder({ 'a.topology.js': script('a'), 'b.topology.js': 'flow.connect()\n' })
  const [program, ...args] = hook.entry.split(' ') as [string]
  expect(Object.keys(manifest.bin)).toContain(program)
  expect(await topo([...args, 'a.topology.js'], { cwd })).toMatchObject({ code: 0 })
  expect(await topo([...args, 'a.topology.js', 'b.topology.js'], { cwd })).toMatchObject({
    code: 1,
  })
})

test('the MCP registry finds the package, and its arguments start the server', async () => {
  const { name, version, description, packages } = JSON.parse(read('server.json'))
  expect({ name, version }).toEqual({ name: manifest.mcpName, version: manifest.version })
  expect(name).toMatch(/^[\w.-]+\/[\w.-]+$/)
  expect(description.length).toBeLessThanOrEqual(100)
  expect(packages).toMatchObject([{ identifier: manifest.name, version: manifest.version }])
  const [first, ...rest] = packages[0].packageArguments.map(({ value }: { value: string }) => value)
  expect(first).toBe('mcp')
  const { client } = await assistant(rest)
  expect((await client.listTools()).tools.length).toBeGreaterThan(3)
})

test('the container runs topo as an ordinary user', () => {
  const steps = read('Dockerfile').split('\n')
  const last = (word: string) => steps.filter((line) => line.startsWith(`${word} `)).at(-1)
  expect(last('USER')).toBe('USER node')
  expect(last('ENTRYPOINT')).toBe('ENTRYPOINT ["topo"]')
  expect(last('FROM')).toMatch(/^FROM node:\d+-alpine$/)
})
