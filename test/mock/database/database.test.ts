import { describe, expect, test } from 'vitest'
import { Database } from '../../../src/mock/database/database.ts'
import type { ScriptRow } from '../../../src/mock/database/rows.ts'
import type { RowChange } from '../../../src/mock/database/table.ts'
import { demoWorld } from '../../../src/mock/fixtures/demo-world.ts'
import { accepts, validate } from '../../../src/validator/index.ts'

const database = () => {
  const made = new Database({ now: () => 0, seed: 1 })
  made.load(demoWorld)
  return made
}

describe('a transaction', () => {
  test('is rolled back when it throws', () => {
    const made = database()
    const before = made.snapshot()
    expect(() =>
      made.transaction(() => {
        const [script] = made.scripts.by('slug', 'alice-shop')
        if (script) made.scripts.put({ ...script, slug: 'moved' })
        made.stars.put({ id: 'a b', userId: 'a', scriptId: 'b' })
        made.newId()
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(made.snapshot()).toEqual(before)
    expect(made.scripts.count('slug', 'moved')).toBe(0)
    expect(made.scripts.count('slug', 'alice-shop')).toBe(1)
  })

  test('is rolled back when it cannot be stored', () => {
    const made = database()
    made.onCommit = () => {
      throw new Error('the disk is full')
    }
    expect(() => made.transaction(() => made.newId())).toThrow('the disk is full')
    made.onCommit = () => {}
    const other = database()
    expect(made.transaction(() => made.newId())).toBe(other.transaction(() => other.newId()))
  })

  test('is committed once, with the last version of each row', () => {
    const made = database()
    const told: (readonly RowChange[])[] = []
    made.onCommit = (changes) => void told.push(changes)
    made.transaction(() => {
      made.newId()
      made.newId()
      made.transaction(() => made.stamp())
    })
    expect(told).toMatchObject([[{ table: 'counters', after: { ids: 2, stamp: 1 } }]])
  })

  test('is required for every change', () => {
    expect(() => database().newId()).toThrow(/outside a transaction/)
  })
})

test('every script of the demo world is valid by the rules of the service', async () => {
  const scripts = demoWorld.tables.scripts as readonly ScriptRow[]
  expect(scripts.length).toBe(9)
  for (const { slug, code } of scripts) {
    const { findings } = await validate(code)
    expect(accepts(findings), `${slug}: ${JSON.stringify(findings)}`).toBe(true)
  }
})
