/** A folder that several keys use: those of one user share its records, another user sees what is hidden. */
import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testService } from '../mock/service.ts'
import { makeFolder } from '../project/folder.ts'
import { actions, goodCode, inFolder, remoteOf } from '../project/workspace.ts'

const codeOf = (text: string) => goodCode.replace(/label: '[^']*'/, `label: '${text}'`)

function shared(files: Record<string, string> = { 'shop.topology.js': codeOf('one') }) {
  const folder = makeFolder({ 'topo.config.json': '{}', ...files })
  const service = testService()
  const as = (user: string, key: string) => inFolder(folder, service, user, key)
  return {
    ...folder,
    service,
    alice: as('alice', 'key of alice'),
    as,
    bob: as('bob', 'key of bob'),
  }
}

test('the private script of another user is hidden: neither deleted nor unchanged', async () => {
  const { alice, bob, write } = shared()
  await alice.push()
  write('shop.topology.js', codeOf('two'))
  expect(await bob.status()).toMatchObject([
    { state: 'hidden', reason: expect.stringMatching(/this key/) },
  ])
  for (const policy of ['fail', 'overwrite', 'skip'] as const) {
    const { outcomes } = await bob.push([], policy)
    expect(outcomes).toMatchObject([{ action: 'failed', error: 'TOPO_OTHER_USER', exitCode: 1 }])
  }
  expect((await remoteOf(alice.client, 'shop')).code).toBe(codeOf('one'))
  expect(actions(await alice.push())).toEqual(['updated'])
})

test('so is a public one', async () => {
  const { alice, bob } = shared()
  await alice.push()
  await alice.publish('shop')
  expect(await bob.status()).toMatchObject([{ state: 'hidden' }])
  expect(actions(await bob.push())).toEqual(['failed'])
  expect(actions(await alice.push())).toEqual(['unchanged'])
})

test('the record of another user stays when the file is gone, and nothing is deleted', async () => {
  const { alice, bob, at } = shared({
    'shop.topology.js': codeOf('one'),
    'cart.topology.js': codeOf('one'),
  })
  await alice.push()
  rmSync(at('shop.topology.js'))
  expect(actions(await bob.push())).toEqual(['failed'])
  expect(Object.keys(await alice.records())).toContain('shop.topology.js')
  expect(await alice.status()).toMatchObject([{ state: 'in-sync' }, { state: 'orphaned' }])
})

test('another key of the same user goes on working, and sees a deletion', async () => {
  const { alice, as, write } = shared({
    'shop.topology.js': codeOf('one'),
    'cart.topology.js': codeOf('one'),
  })
  await alice.push()
  const rotated = as('alice', 'new key of alice')
  expect(actions(await rotated.push())).toEqual(['unchanged', 'unchanged'])
  write('shop.topology.js', codeOf('two'))
  expect(actions(await rotated.push())).toEqual(['unchanged', 'updated'])
  const { id } = await remoteOf(alice.client, 'shop')
  await alice.client.scripts.delete({ params: { id } })
  expect(await rotated.status()).toMatchObject([
    { state: 'in-sync' },
    { reason: 'deleted on the service' },
  ])
})

test('a script of one user does not hide the own one with its slug', async () => {
  const { alice, bob } = shared()
  await alice.push()
  const { id } = await remoteOf(alice.client, 'shop')
  await alice.client.scripts.delete({ params: { id } })
  const fields = { slug: 'shop', name: 'Shop', type: 'topology', code: codeOf('one') }
  await bob.client.scripts.create({ body: fields })
  expect(await bob.status()).toMatchObject([
    { state: 'conflict', reason: expect.stringMatching(/never synced/) },
  ])
  expect(actions(await bob.push([], 'overwrite'))).toEqual(['conflict'])
  expect(actions(await bob.push([], 'adopt'))).toEqual(['updated'])
})
