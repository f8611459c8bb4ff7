/** `lean` answers little, and does the same. */
import { expect, test } from 'vitest'
import type { PaymentRow } from '../../../src/mock/database/rows.ts'
import { rowsOf } from '../visibility.ts'
import { accentedService, sketch } from './accented-service.ts'

test('lists have items alone, and scripts in them four fields', async () => {
  const { get } = await accentedService(['lean'])
  const own = await get('/v1/scripts/user')
  expect(Object.keys(own.body)).toEqual(['items'])
  expect(own.body.items.length).toBeGreaterThan(0)
  for (const item of own.body.items) expect(Object.keys(item)).toEqual(['id', 'slug', 'name', 'updatedAt'])
  const gallery = await get('/v1/scripts/gallery')
  expect(Object.keys(gallery.body)).toEqual(['items'])
  expect(Object.keys(gallery.body.items[0])).toContain('viewCount')
  expect(Object.keys(gallery.body.items[0])).not.toContain('updatedAt')
  expect(Object.keys((await get('/v1/collections')).body)).toEqual(['items'])
  expect(Object.keys((await get('/v1/notifications')).body)).toEqual(['items'])
})

test('a read has all fields', async () => {
  const { get } = await accentedService(['lean'])
  expect((await get('/v1/scripts/alice-shop')).body.item).toMatchObject({
    code: expect.any(String),
    tags: ['shop'],
  })
})

test('writes answer little and are done', async () => {
  const { ask, script } = await accentedService(['lean'])
  const created = await ask('POST', '/v1/scripts', { body: sketch('new-one') })
  const { id } = script('new-one')
  expect(created).toMatchObject({ status: 200, body: { item: { id, slug: 'new-one' } } })
  expect(Object.keys(created.body.item)).toEqual(['id', 'slug'])

  const updated = await ask('PATCH', `/v1/scripts/${id}`, { body: { name: 'Newer' } })
  expect(updated.body).toEqual({ item: { id, slug: 'new-one' } })
  expect(script('new-one').name).toBe('Newer')
  const preferences = await ask('PATCH', '/v1/account/preferences', { body: { theme: 'dark' } })
  expect(preferences).toMatchObject({ status: 204, text: '' })
  expect((await ask('GET', '/v1/account/preferences')).body.item.theme).toBe('dark')

  const comment = await ask('POST', `/v1/scripts/${id}/comments`, {
    body: { content: 'ok', targetType: 'script' },
  })
  expect(Object.keys(comment.body.item)).toEqual(['id'])
  expect((await ask('DELETE', `/v1/comments/${comment.body.item.id}`)).text).toBe('{}')
  const collection = await ask('POST', '/v1/collections', { body: { name: 'Mine' } })
  const folder = `/v1/collections/${collection.body.item.id}/scripts`
  expect((await ask('POST', folder, { body: { scriptId: id } })).body).toEqual({ message: 'added' })
  expect((await ask('DELETE', `${folder}/${id}`)).body).toEqual({ message: 'removed' })
  expect((await ask('POST', '/v1/notifications/read-all')).body).toEqual({ success: true })
  expect((await ask('POST', `/v1/scripts/${id}/view`)).body).toEqual({ success: true, viewCount: 1 })
  expect((await ask('POST', `/v1/scripts/${id}/star`)).body).toEqual({ starred: true })

  const deleted = await ask('DELETE', `/v1/scripts/${id}`)
  expect(deleted).toMatchObject({ status: 200, text: '' })
  expect(deleted.headers.get('content-type')).toBeNull()
  expect(script('new-one')).toBeUndefined()
})

test('the assistant answers with its text', async () => {
  const { ask } = await accentedService(['lean'])
  const { body } = await ask('POST', '/v1/ai/chat', { body: { message: 'hello' } })
  expect(body.item.content).toEqual(expect.any(String))
})

test('payments have numbers as ids, which come back', async () => {
  const { ask, control } = await accentedService(['lean'])
  const consent = { acceptedRecurring: true, recurringPolicyVersion: '1', locale: 'en' }
  const { body } = await ask('POST', '/v1/billing/subscribe', { body: { planId: 'pro-month', consent } })
  expect(body).toMatchObject({ paymentId: expect.any(Number), orderId: expect.any(String) })
  const me = await ask('GET', '/v1/billing/me')
  expect(me.body.payments.map(({ id }: { id: unknown }) => id)).toEqual([body.paymentId])
  const [payment] = rowsOf<PaymentRow>(control.state(), 'payments')
  control.settle(payment?.id ?? '', 'succeeded')
  const refund = await ask('POST', '/v1/admin/refunds', {
    ...{ key: 'ca_demo_carol', body: { paymentId: body.paymentId } },
  })
  expect([refund.status, refund.text]).toEqual([200, expect.any(String)])
})

test('refusals stay as they are', async () => {
  const { ask } = await accentedService(['lean'])
  expect((await ask('DELETE', '/v1/scripts/nothing')).body).toMatchObject({ error: 'not_found' })
})
