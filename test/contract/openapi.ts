/** Checks exchanges against an OpenAPI document, with a JSON Schema validator that is not part of topo. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Exchange } from './cases.ts'

type Json = Record<string, unknown>
interface DescribedOperation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  'x-inferred'?: true
  security?: Json[]
  parameters?: {
    name: string
    in: 'path' | 'query'
    required?: boolean
    description: string
    schema: Json
  }[]
  requestBody?: { required?: boolean }
  responses: Record<string, Json>
}
export interface OpenApi {
  security: Json[]
  paths: Record<string, Record<string, DescribedOperation>>
  components: { responses: Record<string, Json> } & Record<string, Json>
}

export interface Checker {
  /** What in the exchange contradicts the document. */
  check(exchange: Exchange): string[]
  /** What in a request contradicts the document, also if nothing answers it as described. */
  checkRequest(request: Request): string[]
  /** The operation of a request. */
  find(method: string, path: string): { path: string; operation: DescribedOperation } | undefined
}

type Request = Pick<Exchange, 'method' | 'path' | 'headers' | 'body'>

/** Headers that carry credentials. */
const credentials = ['authorization', 'x-api-key', 'cookie']

/** Credentials and rate limit come before the path. */
const unknownEndpoint = new Set([401, 403, 404, 429])

export function openApiChecker(document: OpenApi): Checker {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema(document, 'document')
  const compiled = new Map<string, ValidateFunction>()
  /** @param at segments of the place of a schema in the document */
  const problems = (at: string[], value: unknown, what: string): string[] => {
    const place = at.map((part) => `/${escapePart(part)}`).join('')
    const validate = compiled.get(place) ?? ajv.compile({ $ref: `document#${place}` })
    compiled.set(place, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${what}${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }

  const patterns = Object.entries(document.paths)
    .map(([path, methods]) => ({ path, methods, parts: path.split('/') }))
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length)

  const find: Checker['find'] = (method, path) => {
    const asked = path.replace(/\?.*/s, '').split('/')
    const found = patterns.find(
      ({ methods, parts }) =>
        methods[method.toLowerCase()] &&
        parts.length === asked.length &&
        parts.every((part, at) => part === asked[at] || (part.startsWith('{') && asked[at] !== '')),
    )
    const operation = found?.methods[method.toLowerCase()]
    return found && operation ? { path: found.path, operation } : undefined
  }

  const checkRequest = (
    { path: at, operation }: NonNullable<ReturnType<Checker['find']>>,
    { method, path, headers, body }: Request,
  ): string[] => {
    const place = ['paths', at, method.toLowerCase()]
    const { pathname, searchParams: query } = new URL(path, 'http://localhost')
    const { parameters = [], requestBody, security = document.security } = operation
    const given = parameters.flatMap(({ name, in: where, required, schema }, index) => {
      const text =
        where === 'query'
          ? query.get(name)
          : pathname.split('/')[at.split('/').indexOf(`{${name}}`)]
      if (text === null) return required ? [`the query lacks ${name}`] : []
      const value = schema.type === 'integer' ? Number(text) : text
      return problems([...place, 'parameters', String(index), 'schema'], value, `${where} ${name}`)
    })
    const sends = Object.keys(headers).some((name) => credentials.includes(name.toLowerCase()))
    const open = security.length === 0 || security.some((one) => Object.keys(one).length === 0)
    const content = [...place, 'requestBody', 'content', 'application/json', 'schema']
    return [
      ...given,
      ...(open || sends ? [] : ['the request has no credentials']),
      // No body and an empty one are the same; readers of JSON skip a byte order mark.
      ...(requestBody && (body || requestBody.required)
        ? problems(content, JSON.parse(body?.replace(/^\ufeff/, '') || 'null'), 'request body')
        : []),
    ]
  }

  const contentProblems = (place: string[], { response, answer }: Exchange): string[] =>
    response.headers.get('content-type')?.startsWith('application/json')
      ? problems(place, answer, 'answer')
      : ['the answer is not JSON']

  const headerProblems = (names: readonly string[], headers: Headers): string[] =>
    names.flatMap((header) => {
      const { required, schema } = (document.components.headers as Json)[header] as {
        required?: boolean
        schema: Json
      }
      const text = headers.get(header)
      if (text === null) return required ? [`the answer lacks the header ${header}`] : []
      const value = schema.type === 'integer' ? Number(text) : text
      return problems(['components', 'headers', header, 'schema'], value, `header ${header}`)
    })

  return {
    find,
    checkRequest: (request) => {
      const { method, path } = request
      const found = find(method, path)
      if (!found) return [`${method} ${path} is not in the document`]
      const names = new Set(found.operation.parameters?.map(({ name }) => name))
      const unknown = [...new URL(path, 'http://x').searchParams.keys()].filter(
        (name) => !names.has(name),
      )
      return [...unknown.map((name) => `unknown query ${name}`), ...checkRequest(found, request)]
    },
    check: (exchange) => {
      const { method, path, response } = exchange
      if (!path.startsWith('/v1/')) return []
      const found = find(method, path)
      if (!found)
        return unknownEndpoint.has(response.status)
          ? []
          : [`${method} ${path} is not in the document`]
      const { status, headers } = response
      const { responses, operationId } = found.operation
      const described = responses[status] as { $ref?: string } | undefined
      if (!described) return [`${operationId} answers ${status}, which is not in the document`]
      const name = described.$ref?.split('/').at(-1)
      const place =
        name === undefined
          ? ['paths', found.path, method.toLowerCase(), 'responses', String(status)]
          : ['components', 'responses', name]
      const shared = document.components.responses[name ?? '']
      const { headers: names } = (shared ?? described) as { headers: Json }
      const inHeaders = headerProblems(Object.keys(names), headers)
      const all = [
        ...contentProblems([...place, 'content', 'application/json', 'schema'], exchange),
        ...inHeaders,
        ...(status === 200 ? checkRequest(found, exchange) : []),
      ]
      return all.map((problem) => `${operationId} ${status}: ${problem}`)
    },
  }
}

const escapePart = (part: string) =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('%7E', '~')
