/** The interface for assistants as a file, for diffs: tools, arguments, results and permissions. */
import { expect, test } from 'vitest'
import { listTools } from '../../src/mcp/call.ts'
import { withDiagramName } from '../../src/mcp/named-diagram.ts'
import { tools } from '../../src/mcp/tools/index.ts'

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
}

test('tools.txt lists names, arguments, results and annotations of all tools', async () => {
  const text = listTools(true).map(({ name, inputSchema, outputSchema, annotations }) => {
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
    const hints = { readOnlyHint, destructiveHint, idempotentHint, openWorldHint }
    const may = Object.entries(hints).flatMap(([hint, yes]) =>
      yes ? [hint.replace('Hint', '')] : [],
    )
    return [
      `${name}: ${may.join(', ')}`,
      ...fields(inputSchema as Schema).map((field) => `  takes ${field}`),
      ...fields((outputSchema ?? {}) as Schema).map((field) => `  gives ${field}`),
    ].join('\n')
  })
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot('tools.txt')
})

const fields = ({ properties = {}, required = [] }: Schema) =>
  Object.keys(properties).map((name) => `${name}${required.includes(name) ? '' : '?'}`)

test('the five documented tools accept the documented arguments', () => {
  const takes: Record<string, string[]> = Object.fromEntries(
    listTools(true).map(({ name, inputSchema }) => [name, fields(inputSchema as Schema)]),
  )
  // Documents call the argument `diagram` of these tools id or slug.
  for (const name of ['update_diagram', 'delete_diagram']) {
    expect(takes[name]).toContain('diagram')
    const { input } = tools.find((one) => one.name === name) ?? expect.unreachable()
    for (const documented of ['id', 'slug'])
      expect(input.safeParse(withDiagramName({ [documented]: 'x' }, input)).success).toBe(true)
  }
  expect(takes.create_diagram).toEqual(
    expect.arrayContaining([
      'description?',
      'code',
      'name?',
      'slug?',
      'readme?',
      'tags?',
      'isPublic?',
    ]),
  )
  expect(takes.update_diagram).toEqual(
    expect.arrayContaining(['code?', 'name?', 'description?', 'readme?', 'tags?', 'isPublic?']),
  )
  expect(takes.list_diagrams).toEqual(['limit?', 'local?'])
  expect(takes.get_script_template).toEqual([])
})

test('a read-only server lists no tool that writes; each tool has a description', () => {
  const names = (allowed: boolean) => listTools(allowed).map(({ name }) => name)
  const writing = listTools(true).filter(({ annotations }) => !annotations.readOnlyHint)
  expect(names(true).filter((name) => !names(false).includes(name))).toEqual(
    writing.map(({ name }) => name),
  )
  expect(writing.map(({ name }) => name)).toEqual([
    'create_diagram',
    'update_diagram',
    'delete_diagram',
  ])
  for (const { description } of listTools(true)) expect(description).toMatch(/^[A-Z].*\.$/)
})

test('every tool about a diagram names it by the one argument diagram', () => {
  const inputs = listTools(true).map(({ name, inputSchema }) => ({
    name,
    keys: Object.keys((inputSchema as Schema).properties ?? {}),
  }))
  const named = inputs.filter(({ keys }) => keys.includes('diagram')).map(({ name }) => name)
  expect(named).toEqual([
    'validate_diagram',
    'preview_diagram',
    'query_architecture',
    'get_diagram',
    'diff_diagram',
    'update_diagram',
    'delete_diagram',
  ])
  for (const { name, keys } of inputs)
    if (name !== 'create_diagram' && name !== 'query_architecture')
      expect([name, keys]).toEqual([name, expect.not.arrayContaining(['id'])])
  for (const { keys } of inputs)
    for (const key of ['path', 'before']) expect(keys).not.toContain(key)
})

test('the tools of a server without options take fewer than 3,200 tokens', () => {
  expect(JSON.stringify(listTools(false)).length / 4).toBeLessThan(3_200)
})

test('name, description and input of all tools take fewer than 1,800 tokens', () => {
  const told = listTools(true).map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }))
  // Four characters a token is more than tokenizers need for English and JSON.
  expect(JSON.stringify(told).length / 4).toBeLessThan(1_800)
})
