/** Builds a request from the arguments and flags of `topo api`. */
import type { Interfaces } from '@oclif/core'
import { boolean, string } from '@oclif/core/flags'
import type { Exchange } from '../../api/transport/transport.ts'
import { readStdinText } from '../../cli/io/process/stdin.ts'
import { KnownError, usageError } from '../../errors.ts'
import { requireText } from '../../files/decode.ts'
import { readFileWithinSync } from '../../limits/files.ts'

const list = { multiple: true, multipleNonGreedy: true } as const

export const apiFlags = {
  method: string({
    char: 'X',
    helpValue: 'METHOD',
    summary: 'Set the method, instead of as first argument.',
  }),
  header: string({ char: 'H', ...list, helpValue: 'NAME:VALUE', summary: 'Add a request header.' }),
  field: string({
    char: 'F',
    ...list,
    helpValue: 'NAME=VALUE',
    summary: 'Add a field; converts true, false, null, integers and @file.',
  }),
  'raw-field': string({
    char: 'f',
    ...list,
    helpValue: 'NAME=VALUE',
    summary: 'Add a field whose value stays text.',
  }),
  input: string({
    helpValue: 'FILE',
    summary: 'Send this file as the body; - reads standard input.',
  }),
  include: boolean({ char: 'i', summary: 'Also print status and headers.' }),
  paginate: boolean({
    summary: 'Read all pages of a list, one JSON document each.',
    exclusive: ['include'],
  }),
  slurp: boolean({
    summary: 'With --paginate: print one array of all items.',
    dependsOn: ['paginate'],
  }),
}

/** Those that make the request. */
type ApiFlags = Partial<Interfaces.InferredFlags<typeof apiFlags>>

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** @param words `[METHOD] PATH`, as typed */
export async function apiRequest(
  words: readonly [string, string?],
  flags: ApiFlags,
  baseUrl: string,
): Promise<Exchange> {
  const fields = fieldsOf(flags)
  const hasFields = Object.keys(fields).length > 0
  if (flags.input !== undefined && hasFields) {
    throw invalidRequest('--input and fields cannot be combined', 'Use one of them.')
  }
  const [givenMethod, path] = methodAndPath(words, flags.method)
  const sends = flags.input !== undefined || hasFields
  const method = givenMethod ?? (sends && !flags.paginate ? 'POST' : 'GET')
  if (!methods.has(method))
    throw invalidRequest(`"${method}" is not a method`, `Methods are ${[...methods].join(', ')}.`)
  const reads = method === 'GET' || method === 'HEAD'
  if (reads && flags.input !== undefined)
    throw invalidRequest(`${method} has no body`, 'Remove --input, or choose another method.')

  const text = await inputOf(flags.input)
  return {
    method,
    path: pathBelow(baseUrl, path),
    headers: {
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...headersOf(flags.header),
    },
    ...(reads && { query: toQuery(fields) }),
    ...(!reads && hasFields && { body: fields }),
    text,
  }
}

const invalidRequest = (what: string, hint: string) => usageError(`${what}.`, { hint })

function methodAndPath([first, second]: readonly [string, string?], flag: string | undefined) {
  if (second === undefined) return [flag?.toUpperCase(), first] as const
  if (flag !== undefined) throw invalidRequest('The method is given twice', 'Remove --method.')
  return [first.toUpperCase(), second] as const
}

/** A path below the base URL; other addresses are refused, because the request contains the key. */
function pathBelow(baseUrl: string, given: string): string {
  const rewritten = /^[a-z]:[\\/].*?([\\/]v\d+[\\/].*)$/i.exec(given)
  if (rewritten) {
    throw invalidRequest(
      `The shell changed the path to "${given}"`,
      `In Git Bash set MSYS_NO_PATHCONV=1, or omit the first slash: ${rewritten[1]?.slice(1)}`,
    )
  }
  if (/^[a-z][a-z\d+.-]*:/i.test(given)) {
    if (given.startsWith(`${baseUrl}/`)) return given.slice(baseUrl.length)
    throw invalidRequest(
      `${given} is not below ${baseUrl}, the address of the key`,
      'Give a path, such as /v1/quota/me.',
    )
  }
  return given.startsWith('/') ? given : `/${given}`
}

/** Headers that topo and the connection set themselves. */
const reservedHeaders =
  /^(authorization|x-api-key|cookie|proxy-authorization|host|content-length|connection|transfer-encoding)$/i

function headersOf(given: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    given.map((header) => {
      const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+):\s*(.*?)\s*$/.exec(header) ?? []
      if (name === '')
        throw invalidRequest(`"${header}" is not a header`, 'Write it like "Accept-Language: en".')
      if (reservedHeaders.test(name))
        throw invalidRequest(
          `The header ${name} cannot be set`,
          'The key comes from a profile or TOPO_API_KEY.',
        )
      return [name.toLowerCase(), value]
    }),
  )
}

async function inputOf(input: string | undefined): Promise<string | undefined> {
  if (input === undefined) return undefined
  return input === '-' ? readStdinText('The body', 'body') : readFile(input)
}

function readFile(path: string): string {
  try {
    return requireText(readFileWithinSync('body', path), path)
  } catch (cause) {
    if (cause instanceof KnownError) throw cause
    throw usageError(`Cannot read ${path}.`, {
      hint: 'Check the path.',
      cause,
    })
  }
}

type Value = string | number | boolean | null | Value[] | { [key: string]: Value }

function fieldsOf(flags: ApiFlags): Record<string, Value> {
  const fields: Record<string, Value> = {}
  for (const field of flags['raw-field'] ?? []) setField(fields, field, (value) => value)
  for (const field of flags.field ?? []) setField(fields, field, parseValue)
  return fields
}

function parseValue(value: string): Value {
  if (value === 'true' || value === 'false') return value === 'true'
  if (value === 'null') return null
  if (/^-?(0|[1-9]\d{0,14})$/.test(value)) return Number(value)
  return value.startsWith('@') ? readFile(value.slice(1)) : value
}

/** `name=value`, `object[key]=value`, `list[]=value`. */
function setField(
  fields: Record<string, Value>,
  field: string,
  read: (value: string) => Value,
): void {
  const { keys, value } = parseField(field)
  let container: Value = fields
  for (const [index, key] of keys.entries()) {
    const nextKey = keys[index + 1]
    const isLast = nextKey === undefined
    const inner = isLast ? read(value) : emptyFor(nextKey)
    if (!takesKey(container, key)) {
      throw invalidRequest(
        `"${field}" conflicts with an earlier field`,
        'Use a field as a list, as an object or as a value, not as two of them.',
      )
    }
    if (Array.isArray(container)) {
      container.push(inner)
      container = inner
    } else {
      if (isLast || !Object.hasOwn(container, key)) container[key] = inner
      container = container[key] as Value
    }
  }
}

/** The keys on the way to the value; an empty one adds to a list. */
function parseField(field: string): { keys: string[]; value: string } {
  const [, name = '', rest = '', value = ''] =
    /^([^=[\]]+)((?:\[[^=[\]]*\])*)=(.*)$/s.exec(field) ?? []
  if (name === '')
    throw invalidRequest(
      `"${field}" is not a field`,
      'Write it like name=value, tags[]=kafka or consent[locale]=en.',
    )
  const brackets = [...rest.matchAll(/\[([^\]]*)\]/g)]
  const keys = [name, ...brackets.map(([, inner]) => inner as string)]
  if (keys.includes('__proto__'))
    throw invalidRequest(`"${field}" is not a field`, 'The name __proto__ is not allowed.')
  return { keys, value }
}

function takesKey(value: Value, key: string): value is Value[] | { [name: string]: Value } {
  if (typeof value !== 'object' || value === null) return false
  return Array.isArray(value) === (key === '')
}

const emptyFor = (key: string): Value => (key === '' ? [] : {})

function toQuery(fields: Record<string, Value>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (typeof value === 'object' && value !== null)
        throw invalidRequest(
          `"${name}" cannot be part of a query`,
          'Give a single value, or a method that has a body.',
        )
      return [name, typeof value === 'number' ? value : String(value)]
    }),
  )
}
