/** Who sees a private script: only its owner, and no other user. */
import { expect, test } from 'vitest'
import { goodCode, testService } from '../service.ts'

test('a private script is there for its owner, and for nobody else', async () => {
  const service = testService()
  const body = {
    name: 'Secret',
    slug: 'secret-of-alice',
    type: 'plain',
    code: goodCode,
    isPublic: false,
  }
  await service.as('alice').scripts.create({ body })
  const statusFor = async (key: string | undefined) =>
    (await service.request('/v1/scripts/secret-of-alice', key === undefined ? {} : { key })).status
  expect(await statusFor('ca_demo_alice')).toBe(200)
  expect(await statusFor('ca_demo_bob')).toBe(404)
  expect(await statusFor(undefined)).toBe(404)
})
