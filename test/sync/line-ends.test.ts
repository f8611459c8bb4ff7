/** A checkout with the line ends of Windows. */
import { expect, test } from 'vitest'
import { actions, goodCode, remoteOf, workspace } from '../project/workspace.ts'

const windows = (text: string) => text.replaceAll('\n', '\r\n')
const header = '/*---\nname: Shop\n---*/\n'
const files = { 'shop.topology.js': header + goodCode, 'shop.md': '# Shop\n\nText\n' }

test('is no change, also in a clone without records', async () => {
  const space = await workspace(files)
  await space.push()
  for (const [name, text] of Object.entries(files)) space.write(name, windows(text))
  expect((await space.status()).find(({ slug }) => slug === 'shop')).toMatchObject({
    state: 'in-sync',
  })
  expect(actions(await space.push(['shop.topology.js']))).toEqual(['unchanged'])
  const clone = await workspace(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, windows(text)])),
    space.service,
  )
  expect(actions(await clone.push(['shop.topology.js']))).toEqual(['unchanged'])
  expect((await remoteOf(space.client, 'shop')).code).toBe(goodCode)
})

test('is kept by a pull, as are those of a colleague on Linux', async () => {
  const linux = await workspace(files)
  await linux.push()
  const other = await workspace(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, windows(text)])),
    linux.service,
  )
  await other.push(['shop.topology.js'])
  other.write('shop.topology.js', windows(`${header + goodCode}// more\n`))
  expect(actions(await other.push(['shop.topology.js']))).toEqual(['updated'])
  expect(actions(await linux.pull(['shop']))).toEqual(['pulled'])
  expect(linux.read('shop.topology.js')).toBe(`${header + goodCode}// more\n`)
  expect(linux.read('shop.md')).toBe(files['shop.md'])

  linux.write('shop.topology.js', `${header + goodCode}// most\n`)
  linux.write('shop.md', '# Shop\n\nOther\n')
  await linux.push(['shop.topology.js'])
  expect(actions(await other.pull(['shop']))).toEqual(['pulled'])
  expect(other.read('shop.topology.js')).toBe(windows(`${header + goodCode}// most\n`))
  expect(other.read('shop.md')).toBe(windows('# Shop\n\nOther\n'))
})

test('does not conflict with a change of the other side', async () => {
  const linux = await workspace(files)
  await linux.push()
  const other = await workspace(files, linux.service)
  await other.push(['shop.topology.js'])
  linux.write('shop.topology.js', `${header + goodCode}// at the end\n`)
  await linux.push(['shop.topology.js'])
  other.write('shop.topology.js', windows(`${header}// first\n${goodCode}`))
  expect(actions(await other.push(['shop.topology.js']))).toEqual(['conflict'])
  expect(actions(await other.pull(['shop'], { merge: true }))).toEqual(['merged'])
  expect(other.read('shop.topology.js')).toBe(
    windows(`${header}// first\n${goodCode}// at the end\n`),
  )
})
