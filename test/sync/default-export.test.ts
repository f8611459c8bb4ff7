/** A file that ends with `export default`, between a folder and the service, which knows `return` only. */
import { expect, test } from 'vitest'
import { loadScript } from '../../src/project/script/load.ts'
import { toComparedScript } from '../../src/sync/compare/compare.ts'
import { compareScripts } from '../../src/sync/compare/difference.ts'
import { actions, goodCode, remoteOf, workspace } from '../project/workspace.ts'

const header = '/*---\nname: Shop\n---*/\n'
const flow = "const flow = new FlowBuilder().from('web')\n"
const module = `${header}${goodCode}${flow}export default flow\n`
const body = `${header}${goodCode}${flow}return flow\n`
const files = { 'shop.topology.js': module }
const stateOf = async (space: Awaited<ReturnType<typeof workspace>>) =>
  (await space.status()).find(({ slug }) => slug === 'shop')?.state

test('is sent with return, and is in sync then', async () => {
  const space = await workspace(files)
  expect(actions(await space.push())).toContain('created')
  expect((await remoteOf(space.client, 'shop')).code).toBe(`${goodCode}${flow}return flow\n`)
  expect(await stateOf(space)).toBe('in-sync')
  // The other form of the same script is no change either.
  space.write('shop.topology.js', body)
  expect(await stateOf(space)).toBe('in-sync')
  const clone = await workspace(files, space.service)
  expect(actions(await clone.push(['shop.topology.js']))).toEqual(['unchanged'])
  expect(actions(await clone.pull(['shop']))).toEqual(['unchanged'])
  expect(clone.read('shop.topology.js')).toBe(module)
})

test('is kept by a pull, as is the return of a colleague', async () => {
  const one = await workspace(files)
  await one.push()
  const other = await workspace({ 'shop.topology.js': body }, one.service)
  await other.push(['shop.topology.js'])
  other.write(
    'shop.topology.js',
    body.replace('return flow', "flow.to('web')\nreturn flow // more"),
  )
  expect(actions(await other.push(['shop.topology.js']))).toEqual(['updated'])
  expect(actions(await one.pull(['shop']))).toEqual(['pulled'])
  expect(one.read('shop.topology.js')).toBe(
    module.replace('export default flow', "flow.to('web')\nexport default flow // more"),
  )
  expect(await stateOf(one)).toBe('in-sync')

  one.write('shop.topology.js', module)
  await one.push(['shop.topology.js'])
  expect(actions(await other.pull(['shop']))).toEqual(['pulled'])
  expect(other.read('shop.topology.js')).toBe(body)
})

test('is merged with a change of the other form, without a conflict at the last line', async () => {
  const one = await workspace(files)
  await one.push()
  const other = await workspace({ 'shop.topology.js': body }, one.service)
  await other.push(['shop.topology.js'])
  one.write('shop.topology.js', `${module}// at the end\n`)
  await one.push(['shop.topology.js'])
  other.write('shop.topology.js', body.replace(header, `${header}// first\n`))
  expect(actions(await other.pull(['shop'], { merge: true }))).toEqual(['merged'])
  expect(other.read('shop.topology.js')).toBe(
    `${body.replace(header, `${header}// first\n`)}// at the end\n`,
  )
  other.write(
    'shop.topology.js',
    `${body.replace('return flow', 'return flow // theirs')}// at the end\n`,
  )
  await other.push(['shop.topology.js'])

  one.write(
    'shop.topology.js',
    `${module.replace('default flow', 'default flow // ours')}// at the end\n`,
  )
  const { outcomes } = await one.pull(['shop'], { merge: true })
  expect(outcomes).toMatchObject([{ action: 'conflict', divergence: { baseKnown: true } }])
  // Both sides of a conflict have the form of the file.
  expect(one.read('shop.topology.js')).toContain('export default flow // ours\n')
  expect(one.read('shop.topology.js')).toContain('export default flow // theirs\n')
  expect(one.read('shop.topology.js')).not.toContain('return flow')
})

test('is written to a file whose code is replaced by force', async () => {
  const space = await workspace(files)
  await space.push()
  space.write('shop.topology.js', module.replace('const flow', 'const flow: unknown'))
  expect(actions(await space.pull(['shop'], { force: true }))).toEqual(['pulled'])
  expect(space.read('shop.topology.js')).toBe(module)
})

test('is no difference to return', async () => {
  const space = await workspace({ ...files, 'other.topology.js': body })
  const load = async (name: string) =>
    toComparedScript(await loadScript(space.at(name), { root: space.root }))
  const { difference } = await compareScripts(
    await load('shop.topology.js'),
    await load('other.topology.js'),
  )
  expect(difference).toMatchObject({ same: true, patch: '', topology: [] })
})
