/** `script import` on a service without revisions. */
import { describe, expect, test } from 'vitest'
import { edited, project, shop, worlds } from './worlds.ts'

const table = (code: string) => `slug,code\nshop,"${code}"\n`
const again = /^GET \/v1\/scripts\/[0-9a-f-]{36}$/i

describe.each(worlds)('%s', (_name, document) => {
  const start = () => project(document, { 'rows.csv': table(shop) })

  test('import creates rows, and sends nothing while nothing changes', async () => {
    const { ok, written, code } = await start()
    expect(await ok('script', 'import', 'rows.csv')).toMatchObject({ counts: { created: 1 } })
    expect([written(), code()]).toEqual([['POST'], shop])
    expect(await ok('script', 'import', 'rows.csv', '--no-resume')).toMatchObject({
      counts: { unchanged: 1 },
    })
    expect(written()).toEqual([])
  })

  test('import replaces what differs with --on-conflict overwrite only, and saves it before', async () => {
    const { ok, run, save, written, code, backups } = await start()
    await ok('script', 'import', 'rows.csv')
    save(table(edited('Imported')), 'other.csv')
    written()
    expect((await run('script', 'import', 'other.csv')).code).toBe(6)
    expect([written(), code()]).toEqual([[], shop])
    await ok('script', 'import', 'other.csv', '--on-conflict', 'overwrite')
    expect([written(), code()]).toEqual([['PATCH'], edited('Imported')])
    expect(backups()).toMatchObject([{ code: shop }])
  })

  test('import keeps a change between its plan and the write', async () => {
    const { ok, run, save, whenAnswered, change, written, code } = await start()
    await ok('script', 'import', 'rows.csv')
    save(table(edited('Imported')), 'other.csv')
    written()
    whenAnswered(again, () => change('shop', { code: edited('Theirs') }))
    expect((await run('script', 'import', 'other.csv', '--on-conflict', 'overwrite')).code).toBe(6)
    expect([written(), code()]).toEqual([[], edited('Theirs')])
  })
})
