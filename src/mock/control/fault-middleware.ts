/** Applies the scripted fault of a request, if any. */
import type { Next } from 'hono'
import type { Clock } from '../../clock.ts'
import type { AppContext } from '../http/context.ts'
import type { Faults } from './faults.ts'

const errorPage = '<!doctype html><html><title>Bad gateway</title><h1>Bad gateway</h1></html>'

export async function faultMiddleware(
  faults: Faults,
  clock: Clock,
  context: AppContext,
  next: Next,
): Promise<void> {
  const { method, path } = context.req
  const fault = faults.next(method, path)
  if (!fault) return next()
  const { kind, status, latencyMs, body, retryAfter } = fault
  const noted = context.get('noted')
  noted.fault = kind ?? (status === undefined ? 'latency' : String(status))
  // Headers cannot be added to a broken connection.
  const breaks = kind !== undefined && kind !== 'html'
  const headers = new Headers(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })

  if (latencyMs !== undefined) await clock.wait(latencyMs)
  if (breaks) context.set('marked', true)
  switch (kind) {
    case 'lost-response':
      await next()
      noted.unanswered = true
      replaceResponse(context, context.env.drop())
      return
    case 'truncate': {
      await next()
      const text = await context.res.text()
      replaceResponse(context, context.env.truncate(context.res.status, context.res.headers, text))
      return
    }
    case 'hang':
      noted.unanswered = true
      await context.env.gone()
      replaceResponse(context, context.env.drop())
      return
    case 'reset':
      noted.unanswered = true
      replaceResponse(context, context.env.drop())
      return
    case 'html':
      headers.set('content-type', 'text/html; charset=utf-8')
      context.res = new Response(errorPage, { status: status ?? 502, headers })
      return
  }
  if (status === undefined) return next()
  noted.responseBody = body ?? null
  context.res = scriptedResponse(status, body, headers)
}

function scriptedResponse(status: number, body: unknown, headers: Headers): Response {
  const isText = typeof body === 'string'
  if (!isText) headers.set('content-type', 'application/json')
  const text = isText
    ? body
    : JSON.stringify(body ?? { error: 'fault', message: 'a scripted fault' })
  const hasNoBody = status === 204 || status === 304
  return new Response(hasNoBody ? null : text, { status, headers })
}

/** Assigning a new answer would merge the headers and lose the mark that the socket is finished. */
function replaceResponse(context: AppContext, response: Response): void {
  context.res = undefined
  context.res = response
}
