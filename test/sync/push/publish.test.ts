import { chmodSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { setVisibility } from '../../../src/sync/push/publish.ts'
import { makeFolder } from '../../project/folder.ts'
import {
  changeThere,
  goodCode,
  readOnly,
  remoteOf,
  stamp,
  workspace,
} from '../../project/workspace.ts'

const file = 'shop.topology.js'

/** A pushed script whose file changed since. */
async function pushedThen(now?: string | Uint8Array) {
  const space = await workspace({ [file]: goodCode })
  expect((await space.push()).outcomes).toMatchObject([{ action: 'created' }])
  if (now !== undefined) space.write(file, now)
  return space
}

describe('publish', () => {
  it('writes public to the header after a backup, and leaves nothing to push', async () => {
    const space = await pushedThen()
    expect(await space.publish('shop')).toMatchObject({ changed: true, file })
    expect(space.read(file)).toBe(`/*---\npublic: true\n---*/\n${goodCode}`)
    expect(space.read(`.topo/backup/${stamp.replaceAll(':', '-')}/${file}`)).toBe(goodCode)
    expect((await space.push()).outcomes).toMatchObject([{ action: 'unchanged' }])
  })

  it.each<[string, string | Uint8Array]>([
    ['in another encoding', Buffer.from(`\uFEFF${goodCode}`, 'utf16le')],
    ['with a byte that is no UTF-8', Buffer.concat([Buffer.from(goodCode), Buffer.from([0xff])])],
    ['with a broken header', `/*---\nnmae: x\n# keep me\n---*/\n${goodCode}`],
    ['with a header that does not end', `/*---\nname: x\n${goodCode}`],
    ['with an import that leads nowhere', `import x from './gone.js'\n${goodCode}`],
  ])('does not change a file %s, and reports it', async (_, text) => {
    const space = await pushedThen(text)
    const published = await space.publish('shop')
    expect(published).toMatchObject({ changed: true, script: { isPublic: true } })
    expect(published.file).toBeUndefined()
    expect(published.note).toMatch(
      /^The script is public on the service, but shop\.topology\.js was not changed: ./,
    )
    expect(readFileSync(space.at(file))).toEqual(Buffer.from(text))
  })

  it('keeps the place of the header, and what stands before it', async () => {
    const space = await workspace({ [file]: `// SPDX\n\n/*---\nname: Shop\n---*/\n${goodCode}` })
    await space.push()
    expect(await remoteOf(space.client, 'shop')).toMatchObject({ code: `// SPDX\n\n${goodCode}` })
    await space.publish('shop')
    expect(space.read(file)).toBe(`// SPDX\n\n/*---\nname: Shop\npublic: true\n---*/\n${goodCode}`)
    expect((await space.push()).outcomes).toMatchObject([{ action: 'unchanged' }])
  })

  it.each([
    ['with other marks', `/* ---\npublic: false\n--- */\n${goodCode}`, 1],
    ['behind the code', `${goodCode}/*---\npublic: false\n---*/\n`, goodCode.split('\n').length],
  ])('refuses a file whose header it does not read: %s', async (_, text, line) => {
    const space = await pushedThen(text)
    await expect(space.publish('shop')).rejects.toMatchObject({
      code: 'TOPO_INVALID',
      exitCode: 1,
      message: expect.stringMatching(
        new RegExp(`^shop\\.topology\\.js:${line}:1: This comment looks like`),
      ),
      hint: expect.stringMatching(/^Nothing was published\. .*`\/\*---`.*`---\*\/`/),
    })
    expect(await remoteOf(space.client, 'shop')).toMatchObject({ isPublic: false })
    expect(await space.publish('shop', false)).toMatchObject({ changed: false })
    expect((await space.push()).outcomes).toMatchObject([{ action: 'invalid' }])
    expect(await space.status()).toMatchObject([
      {
        state: 'invalid',
        reason: expect.stringMatching(new RegExp(`^line ${line}: This comment looks like`)),
      },
    ])
  })

  it('is not undone by the next push of a file that was not changed', async () => {
    const space = await pushedThen(`/*---\nnmae: x\n---*/\n${goodCode}`)
    await space.publish('shop')
    space.write(file, goodCode)
    expect((await space.push()).outcomes).toMatchObject([{ action: 'remote-ahead' }])
    expect(await remoteOf(space.client, 'shop')).toMatchObject({ isPublic: true })
  })

  it('never writes through a link', { tags: 'links' }, async () => {
    const space = await pushedThen()
    const elsewhere = makeFolder({ 'mine.js': goodCode })
    rmSync(space.at(file))
    symlinkSync(elsewhere.at('mine.js'), space.at(file))
    expect((await space.publish('shop')).note).toContain('symbolic link')
    expect(elsewhere.read('mine.js')).toBe(goodCode)
  })

  it.each([
    ['by its file', (at: (name: string) => string) => ({ name: 'shop', file: at(file) })],
    ['by its slug', () => 'shop'],
  ])('leaves nothing to push in a fresh clone, named %s', async (_, name) => {
    const { service, client } = await pushedThen()
    const clone = await workspace({ [file]: goodCode, 'other.topology.js': goodCode }, service)
    expect(await clone.publish(name(clone.at))).toMatchObject({ changed: true, file })
    expect(Object.keys(await clone.records())).toEqual([file])
    expect((await clone.push([file])).outcomes).toMatchObject([{ action: 'unchanged' }])
    expect(await remoteOf(client, 'shop')).toMatchObject({ isPublic: true })
  })

  it('finds the file by the slug in its header', async () => {
    const { service } = await pushedThen()
    const clone = await workspace(
      { 'a/x.topology.js': `/*---\nslug: shop\n---*/\n${goodCode}` },
      service,
    )
    expect(await clone.publish('shop')).toMatchObject({ file: 'a/x.topology.js' })
  })

  it('writes no record in a fresh clone that differs, so that the next push reports a conflict', async () => {
    const { service } = await pushedThen()
    const clone = await workspace({ [file]: `// mine\n${goodCode}` }, service)
    expect(await clone.publish('shop')).toMatchObject({ file })
    expect(await clone.records()).toEqual({})
    expect((await clone.push()).outcomes).toMatchObject([{ action: 'conflict' }])
  })

  it('does not change a file with the record of another script', async () => {
    const space = await pushedThen(`/*---\nslug: alice-notes\n---*/\n${goodCode}`)
    const before = space.read(file)
    expect((await space.publish('alice-notes')).file).toBeUndefined()
    expect(space.read(file)).toBe(before)
  })

  it('leaves a change of somebody else to be pulled', async () => {
    const space = await pushedThen()
    await changeThere(space.service, 'shop', 'Theirs')
    await space.publish('shop')
    expect((await space.push()).outcomes).toMatchObject([{ action: 'remote-ahead' }])
    expect((await space.pull(['shop'])).outcomes).toMatchObject([{ action: 'pulled' }])
    expect(space.read(file)).toMatch(/^\/\*---\npublic: true\ndescription: Theirs\n/)
  })

  it('leaves a change that somebody makes at the same time to be pulled', async () => {
    const space = await pushedThen()
    const { client, service } = space
    const update: typeof client.scripts.update = async (request) => {
      await changeThere(service, 'shop', 'Theirs')
      return client.scripts.update(request)
    }
    const slow = { ...client, scripts: { ...client.scripts, update } }
    await setVisibility({
      ...(await space.options()),
      client: slow,
      named: { name: 'shop' },
      isPublic: true,
    })
    expect((await space.push()).outcomes).toMatchObject([{ action: 'remote-ahead' }])
    expect(await remoteOf(client, 'shop')).toMatchObject({ isPublic: true, description: 'Theirs' })
  })

  it("refuses another user's script, even if it is public already", async () => {
    const space = await workspace()
    await expect(space.publish('hello-topology')).rejects.toMatchObject({
      code: 'TOPO_FORBIDDEN',
      exitCode: 1,
    })
    await expect(space.publish('hello-topology', false)).rejects.toMatchObject({
      code: 'TOPO_FORBIDDEN',
    })
    expect(await space.publish('alice-shop')).toMatchObject({ changed: false })
  })

  it('changes nothing if the state is not writable', { tags: 'modes' }, async () => {
    const { service, client } = await pushedThen()
    const clone = await workspace({ [file]: goodCode }, service)
    const published = readOnly(clone.root, () => clone.publish('shop'))
    await expect(published).rejects.toMatchObject({ code: 'TOPO_WRITE_FAILED', exitCode: 1 })
    expect(await remoteOf(client, 'shop')).toMatchObject({ isPublic: false })
  })

  it('reports a file that cannot be written', { tags: 'modes' }, async () => {
    const locked = `/*---\nslug: locked\n---*/\n${goodCode}`
    const space = await workspace({ [`locked/${file}`]: locked })
    await space.push()
    chmodSync(space.root, 0o755)
    chmodSync(space.at('.topo'), 0o777)
    const published = await readOnly(space.at('locked'), () => space.publish('locked'))
    expect(published).toMatchObject({
      changed: true,
      note: expect.stringContaining('Cannot write'),
    })
    expect(space.read(`locked/${file}`)).toBe(locked)
  })
})
