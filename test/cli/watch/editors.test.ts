/** `topo watch` notices the saves of editors: of scripts, of files that they import, and of readmes. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { testAll } from '../../cases.ts'
import { put, script } from '../topo.ts'
import { changed, methods, shop, sleep, watching } from './watching.ts'

describe('saves of editors', () => {
  test('a file that replaces another, and a file that is deleted and written again', async () => {
    const { cwd, events, next, remote } = await watching({ 'shop.topology.js': shop })
    await next('sent')
    const file = join(cwd, 'shop.topology.js')
    writeFileSync(`${file}~`, changed('Renamed'))
    renameSync(`${file}~`, file)
    await next('sent')
    rmSync(file)
    await sleep(20)
    writeFileSync(file, changed('Again'))
    await next('sent')
    expect((await remote('shop')).code).toContain("'Again'")
    expect(events.map(({ type }) => type)).not.toContain('gone')
  })

  testAll('a renamed file with the same slug is the same script', async () => {
    const named = script('shop', 'slug: shop')
    const { url, cwd, next, save, remote } = await watching({ 'shop.topology.js': named })
    await next('sent')
    const { id } = await remote('shop')
    renameSync(join(cwd, 'shop.topology.js'), join(cwd, 'store.topology.js'))
    await next('gone', 'shop.topology.js')
    save('store.topology.js', named.replace("'Web'", "'Moved'"))
    expect(await next('sent')).toMatchObject({ path: 'store.topology.js', action: 'updated', id })
    expect((await remote('shop')).code).toContain("'Moved'")
    expect(await methods(url)).toEqual(['POST', 'PATCH'])
  })

  test('a new folder and a deleted file are noticed', { tags: 'not-wine' }, async () => {
    const { cwd, next, remote } = await watching({ 'shop.topology.js': shop })
    await next('sent')
    mkdirSync(join(cwd, 'later/on'), { recursive: true })
    put(join(cwd, 'later/on/new.topology.js'), script('new'))
    expect(await next('sent')).toMatchObject({
      path: 'later/on/new.topology.js',
      action: 'created',
    })
    rmSync(join(cwd, 'later'), { recursive: true, maxRetries: 10 })
    expect(await next('gone')).toMatchObject({ path: 'later/on/new.topology.js' })
    expect((await remote('new')).id).toEqual(expect.any(String))
  })

  test('saving a readme or an imported file pushes the script', async () => {
    const { next, save, remote } = await watching({
      'shop.topology.ts':
        "import { label } from './label.ts'\nconst t = new TopologyBuilder(true)\nt.createProcess({ id: 'a', label })\nawait t.apply()\n",
      'label.ts': "export const label = 'Old'\n",
    })
    await next('sent')
    save('label.ts', "export const label = 'New'\n")
    await next('sent')
    expect((await remote('shop')).code).toContain('"New"')
    save('shop.md', '# The shop\n')
    await next('sent')
    expect((await remote('shop')).readme).toBe('# The shop\n')
  })

  test('--poll notices saves without file system events', async () => {
    const { next, save } = await watching({ 'shop.topology.js': shop }, ['--poll'])
    await next('sent')
    save('shop.topology.js', changed('Polled'))
    expect(await next('sent')).toMatchObject({ action: 'updated' })
  })
})
