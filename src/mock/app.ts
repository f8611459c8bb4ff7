/** The embedded service as `Request → Response`: every operation of the contract, behind credentials and limits. */
import { Hono } from 'hono'
import type { z } from 'zod'
import type { Operation } from '../api/contract.ts'
import { contract } from '../api/resources/index.ts'
import { authenticate } from './credentials.ts'
import { RateLimiter } from './rate.ts'
import { invalid, Refusal, tooLarge, unauthorized } from './refusal.ts'
import { handlers } from './resources/index.ts'
import type { AnyHandler } from './service.ts'
import { viewer } from './viewer.ts'
import type { World } from './world.ts'

export interface AppOptions {
  /** Requests per key and hour. */
  rateLimit?: number | undefined
  /** Milliseconds that every answer is held back. */
  latencyMs?: number | undefined
}

/** More than any tier may send, so that a huge body is refused before it is parsed. */
const largestBody = 4 * 1024 * 1024

export function createApp(world: World, options: AppOptions = {}): Hono {
  const rate = new RateLimiter(options.rateLimit ?? 1000, world.now)
  let requests = 0
  const app = new Hono()

  app.use(async (context, next) => {
    if (options.latencyMs) await new Promise((resolve) => setTimeout(resolve, options.latencyMs))
    await next()
    context.header('x-topo-mock', '1')
    context.header('x-request-id', `mock-${++requests}`)
  })
  app.onError((error, context) => {
    if (error instanceof Refusal) return context.json(error.body, error.status, error.headers)
    return context.json({ error: 'internal', message: String(error) }, 500)
  })
  app.notFound((context) =>
    context.json(
      { error: 'not_found', message: `there is no ${context.req.method} ${context.req.path}` },
      404,
    ),
  )

  for (const { operation, handler } of operations()) {
    app.on(operation.method, operation.path.replace(/\{(\w+)\}/g, ':$1'), async (context) => {
      const credentials = authenticate(world, context.req.raw.headers)
      const headers = credentials ? rate.count(credentials.key) : {}
      if (operation.auth === 'key' && !credentials) throw unauthorized('this needs an API key')
      try {
        const answer = await handler({
          world,
          params: context.req.param(),
          query: check(operation.query, context.req.query()),
          body: check(operation.body, operation.method === 'GET' ? {} : await bodyOf(context.req.raw)),
          // Where the operation needs a key, the caller is known by now.
          caller: credentials?.caller as never,
        })
        return context.json(answer as object, 200, headers)
      } catch (error) {
        if (error instanceof Refusal) Object.assign(error.headers, headers, error.headers)
        throw error
      }
    })
  }
  app.get('/v/:slug', (context) => viewer(world, context.req.param('slug')))
  return app
}

/** Every operation with its handler; those with fewer parameters first, so that `/user` is not taken for a slug. */
function operations(): { operation: Operation; handler: AnyHandler }[] {
  const all = Object.entries(contract).flatMap(([resource, entries]) =>
    Object.entries(entries as Record<string, Operation>).map(([name, operation]) => ({
      operation,
      handler: (handlers as unknown as Record<string, Record<string, AnyHandler>>)[resource]?.[
        name
      ] as AnyHandler,
    })),
  )
  const parameters = ({ operation }: { operation: Operation }) => operation.path.split('{').length
  return all.sort((a, b) => parameters(a) - parameters(b))
}

async function bodyOf(request: Request): Promise<unknown> {
  if (Number(request.headers.get('content-length') ?? 0) > largestBody)
    throw tooLarge('the request is too large')
  const text = await request.text()
  if (text.length > largestBody) throw tooLarge('the request is too large')
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw invalid([{ path: [], message: 'the body is not JSON' }])
  }
}

function check(schema: z.ZodType, value: unknown): never {
  const result = schema.safeParse(value)
  if (result.success) return result.data as never
  throw invalid(result.error.issues.map(({ path, message }) => ({ path, message })))
}
