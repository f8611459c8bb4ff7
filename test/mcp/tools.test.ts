/** The interface for assistants as a file, for diffs: tools, arguments, results and permissions. */
import { expect, test } from 'vitest'
import { listTools } from '../../src/mcp/call.ts'

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

test('the five documented tools take the documented arguments', () => {
  const takes = Object.fromEntries(
    listTools(true).map(({ name, inputSchema }) => [name, fields(inputSchema as Schema)]),
  )
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
    expect.arrayContaining([
      'id?',
      'slug?',
      'code?',
      'name?',
      'description?',
      'readme?',
      'tags?',
      'isPublic?',
    ]),
  )
  expect(takes.delete_diagram).toContain('id')
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

test('name, description and input of all tools take fewer than 1,800 tokens', () => {
  const told = listTools(true).map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }))
  // Four characters a token is more than tokenizers need for English and JSON.
  expect(JSON.stringify(told).length / 4).toBeLessThan(1_800)
})
