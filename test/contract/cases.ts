/** Reads the cases of the contract from the JSON files in this folder and runs them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { mismatches } from './matching.ts'

const saved = z.record(z.string(), z.string())

/** One request and its expected answer. */
const callStep = z.strictObject({
  /** `GET /v1/scripts/{script.hello-topology}`; names in braces refer to saved values. */
  call: z.string(),
  /** User whose demo key is sent as a Bearer token; default: none. */
  as: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** Sent as JSON; `{ "$repeat": text, "times": n }` stands for a long text. */
  body: z.unknown().optional(),
  /** Sent unchanged. */
  raw: z.string().optional(),
  /** Default: 200. */
  status: z.int().optional(),
  /** Pattern for the JSON of the answer (see matching.ts). */
  answer: z.unknown().optional(),
  /** Patterns for header values, by name. */
  header: z.record(z.string(), z.unknown()).optional(),
  /** Names for parts of the answer, for later steps: `{ "id": "item.id" }`. */
  save: saved.optional(),
})
/** Sets the service's clock. */
const clockStep = z.strictObject({ clock: z.record(z.string(), z.unknown()) })
/** Settles a payment in place of the payment provider. */
const paymentStep = z.strictObject({
  payment: z.string(),
  becomes: z.enum(['succeeded', 'failed']),
})
/** Sets fields of the single row that matches `where`: for states that no documented endpoint can create. */
const changeStep = z.strictObject({
  change: z.string(),
  where: z.record(z.string(), z.unknown()),
  to: z.record(z.string(), z.unknown()),
})
/** Checks the rows that match `where`: for data that no documented endpoint shows. */
const tableStep = z.strictObject({
  table: z.string(),
  where: z.record(z.string(), z.unknown()),
  rows: z.unknown(),
})
const plainStep = z.union([callStep, clockStep, paymentStep, changeStep, tableStep])
/** Repeats the steps; `{n}` counts from 1. */
const repeatStep = z.strictObject({ repeat: z.int(), steps: z.array(plainStep) })

const contractCase = z.strictObject({
  /** Rule of the document, in short. */
  checks: z.string(),
  /** Number of the rule in its section. */
  rule: z.int().optional(),
  steps: z.array(z.union([plainStep, repeatStep])).min(1),
})
type Step = z.output<typeof contractCase>['steps'][number]

const contractFile = z.strictObject({
  /** Heading of `service-api.md`, or `choices.md` with the question. */
  section: z.string(),
  provider: z.enum(['bank', 'widget', 'none']).default('bank'),
  /** Texts by name, for all cases. */
  given: saved.default({}),
  cases: z.array(contractCase),
})

export type Case = z.output<typeof contractCase>
export type ContractFile = z.output<typeof contractFile> & { readonly file: string }

/** Reads and validates the files, so that a misspelt expectation is an error. */
export function contractFiles(): ContractFile[] {
  return readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.json') && file !== 'document.json')
    .map((file) => {
      const parsed = contractFile.safeParse(readJson(file))
      if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`)
      return { file, ...parsed.data }
    })
}

export const readJson = (file: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'))

/** Calls of a case. */
export function callsOf(steps: readonly Step[]): z.output<typeof callStep>[] {
  return steps.flatMap((step) => {
    if ('repeat' in step) return callsOf(step.steps)
    return 'call' in step ? [step] : []
  })
}

interface State {
  version: number
  tables: Record<string, Record<string, unknown>[]>
}

/** A request of a case and its answer. */
export interface Exchange {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** As sent. */
  readonly body: string | undefined
  readonly response: Response
  /** Parsed if it is JSON. */
  readonly answer: unknown
}

/** Where a case runs. */
export interface Target {
  readonly url: string
  /** Default: over HTTP. */
  readonly fetch?: typeof globalThis.fetch
  /** Checks every exchange; returns what is wrong with it. */
  readonly check?: (exchange: Exchange) => string[]
}

/** Runs one case against a freshly started service; returns the failures. */
export async function run(
  target: Target,
  { given }: ContractFile,
  { steps }: Case,
): Promise<string[]> {
  await control(target, 'POST', 'reset')
  const names = new Map<string, unknown>(Object.entries(given))
  const { tables } = (await control(target, 'GET', 'state')) as State
  for (const { slug, id } of tables.scripts ?? []) names.set(`script.${slug}`, id)
  for (const { username, id } of tables.users ?? []) names.set(`user.${username}`, id)
  for (const [index, step] of steps.entries()) {
    const wrong = await runStep(target, step, names)
    if (wrong.length > 0) return wrong.map((line) => `step ${index + 1} (${title(step)}): ${line}`)
  }
  return []
}

const title = (step: Step) =>
  'call' in step ? `${step.call} as ${step.as ?? 'nobody'}` : Object.keys(step)[0]

async function runStep(
  target: Target,
  written: Step,
  names: Map<string, unknown>,
): Promise<string[]> {
  if ('repeat' in written) return repeatSteps(target, written, names)
  const { save = {}, ...rest } = 'call' in written ? written : { ...written, save: {} }
  const step = filled(rest, names) as typeof written
  if ('call' in step) return call(target, { ...step, save }, names)
  if ('clock' in step) await control(target, 'POST', 'clock', step.clock)
  else if ('payment' in step)
    await control(target, 'POST', `payments/${step.payment}`, { status: step.becomes })
  else return runOnRows(target, step)
  return []
}

async function repeatSteps(
  target: Target,
  { repeat, steps }: Extract<Step, { repeat: number }>,
  names: Map<string, unknown>,
): Promise<string[]> {
  for (let n = 1; n <= repeat; n++) {
    names.set('n', n)
    for (const inner of steps) {
      const wrong = await runStep(target, inner, names)
      if (wrong.length > 0) return wrong.map((line) => `${title(inner)}, time ${n}: ${line}`)
    }
  }
  return []
}

/** Compares rows of the state, or changes one of them. */
async function runOnRows(
  target: Target,
  step: Extract<Step, { where: unknown }>,
): Promise<string[]> {
  const state = (await control(target, 'GET', 'state')) as State
  const table = state.tables['change' in step ? step.change : step.table]
  if (!table) throw new Error(`unknown table in ${JSON.stringify(step)}`)
  const rows = table.filter((row) => mismatches(step.where, row).length === 0)
  if ('rows' in step) return mismatches(step.rows, rows, step.table)
  if (rows.length !== 1 || !rows[0])
    throw new Error(`${rows.length} rows match ${JSON.stringify(step)}`)
  Object.assign(rows[0], step.to)
  await control(target, 'PUT', 'state', state)
  return []
}

async function call(
  { url, fetch = globalThis.fetch, check = () => [] }: Target,
  step: z.output<typeof callStep>,
  names: Map<string, unknown>,
): Promise<string[]> {
  const [method = '', path = ''] = step.call.split(' ')
  const body = step.raw ?? (step.body === undefined ? undefined : JSON.stringify(step.body))
  const headers = {
    ...(step.as === undefined ? {} : { authorization: `Bearer ca_demo_${step.as}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...step.headers,
  }
  const response = await fetch(url + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  const { status = 200 } = step
  if (response.status !== status)
    return [`expected ${status}, got ${response.status} ${text.slice(0, 500)}`]
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const answer: unknown = isJson ? JSON.parse(text) : text
  const wrong = check({ method, path, headers, body, response, answer })
  for (const [name, place] of Object.entries(step.save ?? {}))
    names.set(name, valueAt(answer, place))
  return [
    ...wrong,
    ...(step.answer === undefined ? [] : mismatches(step.answer, answer)),
    ...Object.entries(step.header ?? {}).flatMap(([name, wanted]) =>
      mismatches(wanted, response.headers.get(name) ?? undefined, `header ${name}`),
    ),
  ]
}

async function control(
  { url, fetch = globalThis.fetch }: Target,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(`${url}/__mock/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok)
    throw new Error(`${method} /__mock/${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Replaces names in braces by saved values; a text that is only a name becomes the value itself. */
function filled(value: unknown, names: ReadonlyMap<string, unknown>): unknown {
  const known = (name: string) => {
    if (!names.has(name)) throw new Error(`no value is saved as {${name}}`)
    return names.get(name)
  }
  if (typeof value === 'string') {
    const whole = /^\{([\w.-]+)\}$/.exec(value)?.[1]
    if (whole !== undefined) return known(whole)
    return value.replace(/\{([\w.-]+)\}/g, (_, name: string) => String(known(name)))
  }
  if (Array.isArray(value)) return value.map((one) => filled(one, names))
  if (typeof value !== 'object' || value === null) return value
  if ('$repeat' in value && 'times' in value)
    return String(value.$repeat).repeat(Number(value.times))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, names)]))
}

function valueAt(answer: unknown, place: string): unknown {
  const found = place
    .split('.')
    .reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], answer)
  if (found === undefined) throw new Error(`the answer has no ${place}: ${JSON.stringify(answer)}`)
  return found
}
