/** The OpenAPI document describes the contract, all of it and nothing else. */
import { describe, expect, test } from 'vitest'
import type { Operation } from '../../../src/api/contract/contract.ts'
import { contract } from '../../../src/api/resources/index.ts'
import { openApiDocument } from '../../../src/mock/openapi/document.ts'
import { readJson } from '../../contract/cases.ts'
import type { OpenApi } from '../../contract/openapi.ts'
import { testService } from '../service.ts'

const document = openApiDocument('http://localhost:4010') as unknown as OpenApi & {
  tags: { name: string; description?: string }[]
}
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    call: `${method.toUpperCase()} ${path}`,
    ...operation,
  })),
)
const operations = Object.values(contract).flatMap((resource) => Object.values<Operation>(resource))
const callOf = ({ method, path }: Operation) => `${method} ${path.replace('{idOrSlug}', '{id}')}`
const byCall = new Map(operations.map((operation) => [callOf(operation), operation]))

test('every operation of the contract is in the document once, and nothing else', () => {
  expect(described.map(({ call }) => call).sort()).toEqual(operations.map(callOf).sort())
  expect(operations).toHaveLength(byCall.size)
})

test('no two paths have the same shape', () => {
  const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
  expect(shapes).toHaveLength(new Set(shapes).size)
})

test('operation ids are unique words for generated programs', () => {
  const ids = described.map(({ operationId }) => operationId)
  expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})

test.each(described.map((one) => [one.call, one] as const))('%s is described', (call, one) => {
  const operation = byCall.get(call) as Operation
  expect(one.description).toContain(operation.section)
  expect(one['x-inferred'] === true).toBe(operation.inferred)
  expect(one.summary).toMatch(/^[A-Z].{5,}[^.]$/)
  expect(document.tags.map(({ name }) => [name])).toContainEqual(one.tags)
  const names = (one.parameters ?? []).map(({ in: place, name }) => `${place} ${name}`)
  const inPath = [...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path ${name}`)
  expect(names).toEqual([
    ...inPath,
    ...Object.keys(operation.query.shape).map((name) => `query ${name}`),
  ])
  for (const { description } of one.parameters ?? []) expect(description).toMatch(/\.$/)
  expect(one.requestBody !== undefined).toBe(Object.keys(operation.body.shape).length > 0)
})

test('the operations of rule 6 of Authentication need no credentials, and no others', () => {
  const { endpoints } = readJson('document.json') as { endpoints: { call: string; auth: string }[] }
  const open = described.filter(({ security }) => security?.length === 0).map(({ call }) => call)
  const rule6 = endpoints.filter(({ auth }) => auth === 'none').map(({ call }) => call)
  expect(open.sort()).toEqual(rule6.filter((call) => !call.endsWith('{id_or_slug}')).sort())
  // These show more with a key, and answer without one.
  const either = described.filter(({ security = [] }) =>
    security.some((one) => Object.keys(one).length === 0),
  )
  expect(either.map(({ call }) => call)).toEqual(['GET /v1/scripts/{id}', 'GET /v1/share/{token}'])
  expect(document.security).toEqual([{ bearer: [] }, { apiKey: [] }, { session: [] }])
})

describe('components', () => {
  const text = JSON.stringify(document)
  const used = new Set(
    [...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, at]) => at as string),
  )
  const kinds = ['schemas', 'responses', 'headers'] as const
  const there = kinds.flatMap((kind) =>
    Object.keys(document.components[kind] as object).map((name) => `${kind}/${name}`),
  )

  test('every reference has its component, and every component is used', () => {
    expect([...used].sort()).toEqual(there.sort())
  })

  test('records are shared: no operation repeats the fields of a script', () => {
    expect(text.split('"shareToken"')).toHaveLength(2)
  })

  test('only references have addresses', () => {
    expect(text).not.toMatch(/"\$(id|schema|defs)"/)
  })
})

test('the document is the same each time', () => {
  expect(JSON.stringify(openApiDocument('http://localhost:4010'))).toBe(JSON.stringify(document))
})

test('a running mock answers it with its own address, without a key', async () => {
  const service = testService()
  const response = await service.request('/openapi.json')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect(response.headers.get('x-topo-mock')).toBe('1')
  expect(await response.json()).toEqual(openApiDocument('http://localhost'))
})
