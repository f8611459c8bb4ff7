/** Embedded service as `Request → Response`: all operations of the contract, with credentials and limits. */
import { Hono, type Next } from 'hono'
import { LinearRouter } from 'hono/router/linear-router'
import type { Auth } from '../api/contract/contract.ts'
import type { Clock } from '../clock.ts'
import { KnownError } from '../errors.ts'
import {
  authenticate,
  type Credentials,
  callerIfAny,
  isAdministrative,
  requireAdministrator,
} from './authenticate.ts'
import { requireProvider } from './billing/provider.ts'
import type { Control } from './control/control.ts'
import { controlRoutes } from './control/control-routes.ts'
import { faultMiddleware } from './control/fault-middleware.ts'
import { type Access, guardControl, guardData, onlyThisMachine } from './http/access.ts'
import { check, readJsonBody } from './http/body.ts'
import type { Connection } from './http/connection.ts'
import type { AppContext, RequestNotes, Variables } from './http/context.ts'
import { HttpError, notFound, unauthorized } from './http/http-error.ts'
import { describeUnknownEndpoint, operations } from './operations.ts'
import type { ScriptRunner } from './resources/runner.ts'
import { withIdsInLowerCase } from './rules/id-case.ts'
import { localPicture, startPage } from './start-page.ts'
import { viewer } from './viewer.ts'

export type App = Hono<{ Bindings: Connection; Variables: Variables }>

interface AppSettings {
  clock: Clock
  runner: ScriptRunner
  /** Prepares the routes, which takes as long as some ten answers. */
  answersMany: boolean
  /** Milliseconds by which every answer is delayed. */
  latencyMs?: number | undefined
  /** Proves which data folder is served. */
  prove?: ((nonce: string) => string) | undefined
  access?: Access | undefined
}

export function createApp(control: Control, settings: AppSettings): App {
  const { clock, runner, answersMany, latencyMs = 0, prove, access = onlyThisMachine } = settings
  const { database } = control
  const app: App = new Hono(answersMany ? {} : { router: new LinearRouter() })
  let requests = 0

  app.use(async (context, next) => {
    const id = `mock-${++requests}`
    context.set('id', id)
    await next()
    // Touching the headers of a finished answer costs as much as the rest of the request.
    if (context.get('marked')) return
    for (const [name, value] of Object.entries(mockHeaders(id))) context.header(name, value)
  })
  const controlGuard = guardControl(access)
  app.use('/__mock/*', controlGuard)
  app.route('/__mock', controlRoutes(control, prove))
  app.get('/__mock/scripts/:local', (context) =>
    viewer(database, context.req.param(), undefined, runner),
  )
  app.get('/__mock/scripts/:slug/picture.svg', ({ req }) =>
    localPicture(control, req.param('slug'), runner),
  )
  app.get('/', controlGuard, ({ req }) =>
    startPage(control, new URL(req.url).origin, access.controlHosts),
  )
  app.use(guardData(access))

  app.use((context, next) => keepJournal(control, { clock, latencyMs }, context, next))
  app.onError(answerError)
  app.notFound((context) => {
    const message = describeUnknownEndpoint(context.req.method, context.req.path)
    return answer(context as AppContext, { error: 'not_found', message }, 404)
  })

  for (const endpoint of operations) {
    const path = endpoint.operation.path.replace(/\{(\w+)\}/g, ':$1')
    app.on(endpoint.operation.method, path, (context) => serve(context, endpoint, control, runner))
  }
  app.all('/v1/*', (context) => serveUnknown(context, control))
  app.get('/openapi.json', async (context) => {
    const { openApiDocument } = await import('./openapi/document.ts')
    return context.json(openApiDocument(new URL(context.req.url).origin))
  })
  for (const path of ['/v/:slug', '/share/:token'] as const)
    app.get(path, (context) =>
      viewer(database, context.req.param(), callerIfAny(database, context.env), runner),
    )
  return app
}

async function keepJournal(
  control: Control,
  { clock, latencyMs }: { clock: Clock; latencyMs: number },
  context: AppContext,
  next: Next,
): Promise<void> {
  const noted: RequestNotes = {
    user: null,
    requestBody: null,
    responseBody: null,
    weight: 0,
    fault: null,
    unanswered: false,
  }
  context.set('noted', noted)
  const at = new Date(control.database.now()).toISOString()
  if (latencyMs > 0) await clock.wait(latencyMs)
  await faultMiddleware(control.faults, clock, context, next)
  const { user, requestBody, responseBody, weight, fault, unanswered } = noted
  const { method, path } = context.req
  const status = unanswered ? null : context.res.status
  const query = method === 'GET' || context.req.url.includes('?') ? context.req.query() : {}
  control.journal.add(
    {
      id: context.get('id'),
      at,
      method,
      path,
      query,
      user,
      status,
      requestBody,
      responseBody,
      fault,
    },
    weight,
  )
}

function answerError(error: Error, context: AppContext): Response {
  if (error instanceof HttpError) return answer(context, error.body, error.status, error.headers)
  if (error instanceof KnownError && error.code === 'TOPO_DATA_NOT_WRITTEN') {
    return answer(context, { error: 'not_stored', message: error.message }, 507)
  }
  if (error instanceof KnownError && error.code === 'TOPO_BUSY') {
    return answer(context, { error: 'busy', message: error.message }, 503, {
      'retry-after': '10',
    })
  }
  return context.json({ error: 'internal', message: String(error) }, 500)
}

/** Authenticates and counts a request before anything else of it is read; adds the headers of its rate limit. */
function admit(
  context: AppContext,
  auth: Auth,
  control: Control,
  headers: Record<string, string>,
): Credentials | undefined {
  const credentials = authenticate(control.database, context.env)
  context.get('noted').user = credentials?.caller.username ?? null
  if (credentials?.key !== undefined) Object.assign(headers, control.countRequest(credentials.key))
  if (auth === 'key' && !credentials) throw unauthorized('an API key is required')
  return credentials
}

async function withHeaders<T>(
  headers: Record<string, string>,
  act: () => T | Promise<T>,
): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof HttpError) Object.assign(error.headers, headers, error.headers)
    throw error
  }
}

/** An unknown endpoint counts like any other, and does not show users what administrators have. */
function serveUnknown(context: AppContext, control: Control): Promise<never> {
  const { method, path } = context.req
  const headers: Record<string, string> = {}
  return withHeaders(headers, () => {
    const credentials = admit(context, isAdministrative(path) ? 'key' : 'none', control, headers)
    requireAdministrator({ path }, credentials?.caller)
    throw notFound(describeUnknownEndpoint(method, path))
  })
}

async function serve(
  context: AppContext,
  { operation, handler }: (typeof operations)[number],
  control: Control,
  runner: ScriptRunner,
) {
  // The linear router ignores a last slash; no operation has one.
  if (context.req.path.endsWith('/')) return serveUnknown(context, control)
  const { database } = control
  const noted = context.get('noted')
  // Marks answers whose shape is inferred, not specified.
  const headers: Record<string, string> = operation.inferred ? { 'x-topo-inferred': '1' } : {}
  return withHeaders(headers, async () => {
    const credentials = admit(context, operation.auth, control, headers)
    requireProvider(database, operation)
    requireAdministrator(operation, credentials?.caller)
    const body =
      operation.method === 'GET' ? { value: {}, length: 0 } : await readJsonBody(context.env)
    if (body.length > 0) noted.requestBody = body.value
    noted.weight += body.length
    const parts = {
      params: context.req.param(),
      query: context.req.query(),
      body: body.value,
    }
    const received = withIdsInLowerCase(parts)
    const call = {
      database,
      runner,
      params: received.params as never,
      query: check(operation.query, received.query),
      body: check(operation.body, received.body),
      // Defined if the operation needs a key.
      caller: credentials?.caller as never,
    }
    const result = await database.transaction(() => handler(call))
    return answer(context, result as object, 200, headers)
  })
}

function answer(
  context: AppContext,
  body: object,
  status: 200 | 507 | HttpError['status'],
  headers: Record<string, string> = {},
): Response {
  const text = JSON.stringify(body)
  const noted = context.get('noted')
  if (noted) {
    noted.responseBody = body
    noted.weight += text.length
  }
  context.set('marked', true)
  // One literal: a property that is added later costs a quarter of the throughput.
  const all = { 'content-type': 'application/json', ...mockHeaders(context.get('id')), ...headers }
  return new Response(text, { status, headers: all })
}

/** Headers that mark every answer as one of the mock. */
const mockHeaders = (id: string) => ({ 'x-topo-mock': '1', 'x-request-id': id })
