/** Control endpoints under `/__mock`; `http/access.ts` decides who may use them. */
import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { snapshotSchema } from '../database/snapshot-schema.ts'
import { check, readJsonBody } from '../http/body.ts'
import type { Connection } from '../http/connection.ts'
import type { Control } from './control.ts'
import { faultSchema } from './faults.ts'
import { timeSchema } from './time-schema.ts'

const clockSchema = () =>
  z.union([z.strictObject({ advanceSeconds: z.number() }), z.strictObject({ now: timeSchema() })])
const paymentSchema = () => z.strictObject({ status: z.enum(['succeeded', 'failed']) })

const nonceSchema = () => z.strictObject({ nonce: z.string().check(z.regex(/^[0-9a-f]{32,64}$/)) })

/** @param prove proves which data folder is served; undefined if the state is in memory */
export function controlRoutes(
  control: Control,
  prove: ((nonce: string) => string) | undefined,
): Hono<{ Bindings: Connection }> {
  const routes = new Hono<{ Bindings: Connection }>()
  const ok = { ok: true }
  const sent = async <S extends z.ZodMiniType>(
    { env }: { env: Connection },
    schema: () => S,
  ): Promise<z.output<S>> => check(schema(), (await readJsonBody(env, 'state')).value)
  /** Answers a change that needs no body. */
  const acting = (act: () => void) => (context: Context) => {
    act()
    return context.json(ok)
  }

  routes.post('/reset', acting(control.reset))
  routes.get('/lock', (context) => {
    const { nonce } = check(nonceSchema(), context.req.query())
    return context.json({ proof: prove?.(nonce) ?? null })
  })
  routes.get('/state', (context) => context.json(control.state()))
  routes.put('/state', async (context) => {
    control.restore(await sent(context, snapshotSchema))
    return context.json(ok)
  })
  routes.post('/clock', async (context) => {
    const asked = await sent(context, clockSchema)
    const now =
      'now' in asked
        ? control.setClock(Date.parse(asked.now))
        : control.advance(asked.advanceSeconds)
    return context.json({ now })
  })
  routes.post('/faults', async (context) => {
    control.faults.add(await sent(context, faultSchema))
    return context.json(ok)
  })
  routes.delete('/faults', acting(control.faults.clear))
  routes.get('/requests', (context) => context.json({ items: control.journal.list() }))
  routes.delete('/requests', acting(control.journal.clear))
  routes.post('/payments/:id', async (context) => {
    const { status } = await sent(context, paymentSchema)
    return context.json({ item: control.settle(context.req.param('id'), status) })
  })
  return routes
}
