/** Describes the embedded service as an OpenAPI 3.1 document, made of the contract. */
import type * as z from 'zod/mini'
import type { Operation, Resource } from '../../api/contract/contract.ts'
import { contract } from '../../api/resources/index.ts'
import { bodyOf, type ConvertedSchemas, convertSchemas, type JsonSchema } from './components.ts'
import { type ErrorKind, type ErrorName, errorKinds } from './error-kinds.ts'
import { parametersOf, pathOf } from './parameters.ts'
import { refusalsOf } from './refusals.ts'
import { summaries } from './summaries.ts'
import {
  commonHeaders,
  headers,
  info,
  securityOf,
  securitySchemes,
  tags,
  withCredentials,
} from './texts.ts'

interface Described {
  readonly id: string
  readonly resource: string
  readonly operation: Operation
  readonly summary: string
  readonly refusals: readonly ErrorName[]
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>
  readonly [part: string]: unknown
}

/**
 * The same document each time.
 * @param server base URL of the described service
 */
export function openApiDocument(server: string): OpenApiDocument {
  const all = describedOperations()
  const bodies = all.flatMap(({ id, operation }) => {
    const body = bodyOf(operation)
    return body ? [[capital(id), body] as const] : []
  })
  const parts = all.flatMap(({ operation }) => [operation.query, operation.response])
  const schemas = convertSchemas(Object.fromEntries(bodies), parts)
  const errors = errorResponses(schemas)
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const one of all) {
    const path = pathOf(one.operation)
    paths[path] = {
      ...paths[path],
      [one.operation.method.toLowerCase()]: describe(one, schemas, errors),
    }
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: server }],
    security: withCredentials,
    tags: tags(Object.keys(contract)),
    paths,
    components: {
      schemas: schemas.components,
      responses: errors.components,
      headers,
      securitySchemes,
    },
  }
}

function describedOperations(): Described[] {
  return Object.entries(contract).flatMap(([resource, operations]) =>
    Object.entries(operations as Resource).map(([name, operation]) => ({
      id: `${resource}${capital(name)}`,
      resource,
      operation,
      summary: (summaries as Record<string, Record<string, string>>)[resource]?.[name] ?? '',
      refusals: refusalsOf(resource, name, operation),
    })),
  )
}

function describe(
  { id, resource, operation, summary, refusals }: Described,
  schemas: ConvertedSchemas,
  errors: ReturnType<typeof errorResponses>,
): JsonSchema {
  const { inferred, section } = operation
  const body = bodyOf(operation)
  const parameters = parametersOf(operation, schemas.schemaOf(operation.query))
  return {
    operationId: id,
    tags: [resource],
    summary,
    description: inferred
      ? `Section of the service's document: ${section}. It names the endpoint without its shape, so the shape is inferred from the conventions: other deployments may differ.`
      : `Section of the service's document: ${section}.`,
    ...(inferred ? { 'x-inferred': true } : {}),
    ...securityOf(operation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? { requestBody: { required: isNeeded(body), content: json(schemas.schemaOf(body)) } }
      : {}),
    responses: {
      200: {
        description: summary,
        headers: inferred ? headersOf('X-Topo-Inferred') : headersOf(),
        content: json(schemas.schemaOf(operation.response)),
      },
      ...errors.of(refusals),
    },
  }
}

/** Shared error responses by name: one for each combination of errors with the same status. */
function errorResponses({ schemaOf }: ConvertedSchemas) {
  const components: Record<string, JsonSchema> = {}
  const describeKinds = (kinds: readonly ErrorKind[]): JsonSchema => {
    const bodies = kinds.map(({ body }) => schemaOf(body))
    return {
      description: kinds.map(({ when }) => when).join(' '),
      headers: headersOf(
        'X-Topo-Inferred',
        ...kinds.flatMap(({ headers: kindHeaders = [] }) => kindHeaders),
      ),
      content: json(bodies.length === 1 ? (bodies[0] as JsonSchema) : { anyOf: bodies }),
    }
  }
  /** References by status. */
  const of = (names: readonly ErrorName[]): Record<string, JsonSchema> => {
    const statuses = new Set(names.map((name) => errorKinds[name].status))
    return Object.fromEntries(
      [...statuses].sort().map((status) => {
        const sameStatus = [...new Set(names)]
          .filter((name) => errorKinds[name].status === status)
          .sort()
        const component = sameStatus.join('Or')
        components[component] ??= describeKinds(
          sameStatus.map((name): ErrorKind => errorKinds[name]),
        )
        return [status, { $ref: `#/components/responses/${component}` }]
      }),
    )
  }
  return { components, of }
}

/** Headers of every answer, and the given ones. */
const headersOf = (...own: readonly (keyof typeof headers)[]) =>
  Object.fromEntries(
    [...commonHeaders, ...own].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )

/** The embedded service takes no body for an empty object. */
const isNeeded = (body: z.ZodMiniObject): boolean => !body.safeParse({}).success

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
