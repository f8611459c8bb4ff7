import { readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readBase } from '../../../src/sync/state/base-store.ts'
import { changeThere, goodCode, workspace } from '../../project/workspace.ts'

const file = 'shop.topology.js'
const old = new Date('2020-01-01')

async function synced() {
  const space = await workspace({ [file]: goodCode })
  await space.push()
  const bases = () => readdirSync(space.at('.topo/base')).map((name) => name.replace('.json', ''))
  const hash = async () => (await space.records())[file]?.hash as string
  return { ...space, bases, hash }
}

describe('the base of a script', () => {
  it('is stored with the content of both sides, by its recorded hash', async () => {
    const { root, bases, hash } = await synced()
    expect(bases()).toEqual([await hash()])
    expect(await readBase(root, await hash())).toMatchObject({ slug: 'shop', code: goodCode })
  })

  it('is removed once no record references it, but not while recent', async () => {
    const { write, at, push, bases, hash } = await synced()
    const first = await hash()
    write(file, `${goodCode}// 2\n`)
    await push()
    expect(bases().toSorted()).toEqual([first, await hash()].toSorted())
    for (const name of bases()) utimesSync(at(`.topo/base/${name}.json`), old, old)
    write(file, `${goodCode}// 3\n`)
    await push()
    expect(bases()).toEqual([await hash()])
  })

  it('is stored by a pull, an adopt and a publish', async () => {
    const { root, pull, publish, service, records, push, write } = await synced()
    const known = async () =>
      Promise.all(
        Object.values(await records()).map(
          async ({ hash }) => (await readBase(root, hash)) !== undefined,
        ),
      )
    await changeThere(service, 'shop', 'There')
    await pull(['shop'])
    expect(await known()).toEqual([true])
    await publish('shop')
    expect(await known()).toEqual([true])
    write('.topo/state.json', '{"version":1,"services":{}}')
    await push()
    expect(await known()).toEqual([true])
  })

  it('is ignored if changed on disk, or if its name points elsewhere', async () => {
    const { root, at, hash, write } = await synced()
    write('secret.json', '{}')
    writeFileSync(at(`.topo/base/${await hash()}.json`), JSON.stringify({ slug: 'other' }))
    expect(await readBase(root, await hash())).toBeUndefined()
    expect(await readBase(root, '../../secret')).toBeUndefined()
    expect(await readBase(root, 'a'.repeat(64))).toBeUndefined()
  })

  it('is neither written nor removed through a link', { tags: 'links' }, async () => {
    const { write, at, push } = await synced()
    rmSync(at('.topo/base'), { recursive: true })
    write('elsewhere/letter.txt', 'dear')
    write(`elsewhere/${'a'.repeat(64)}.json`, '{}')
    for (const name of readdirSync(at('elsewhere'))) utimesSync(at('elsewhere', name), old, old)
    symlinkSync(at('elsewhere'), at('.topo/base'))
    write(file, `${goodCode}// 2\n`)
    // Before anything is sent.
    await expect(push()).rejects.toMatchObject({ code: 'TOPO_FOLDER_LINK' })
    expect(readdirSync(at('elsewhere'))).toHaveLength(2)
  })

  it('is removed if half written by a killed run; foreign files are kept', async () => {
    const { write, at, push, bases, hash } = await synced()
    const strangers = ['notes.txt', `${'b'.repeat(64)}.json.tmp-1234`]
    for (const name of strangers) {
      write(`.topo/base/${name}`, '')
      utimesSync(at('.topo/base', name), old, old)
    }
    write(file, `${goodCode}// 2\n`)
    await push()
    expect(bases()).toEqual(expect.arrayContaining(['notes.txt', await hash()]))
    expect(bases()).not.toContain(`${'b'.repeat(64)}.tmp-1234`)
  })
})
