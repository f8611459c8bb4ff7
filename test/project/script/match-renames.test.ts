/** A file with another path is found by its slug or its text, and never guessed. */
import { expect, test } from 'vitest'
import { matchRenames, perhapsRenamed } from '../../../src/project/script/match-renames.ts'

const lines = (...own: string[]) =>
  ['const t = new TopologyBuilder(true)', ...own, 'await t.apply()'].join('\n')
const cart = lines(...Array.from({ length: 8 }, (_, n) => `t.createProcess({ id: 'cart-${n}' })`))
const pay = lines(...Array.from({ length: 8 }, (_, n) => `t.createProcess({ id: 'pay-${n}' })`))
const file = (path: string, text: string, slug = path) => ({ path, text, slug })
const renames = (gone: ReturnType<typeof file>[], added: ReturnType<typeof file>[]) =>
  Object.fromEntries(matchRenames(gone, added))

test('the same text or slug, or most of the lines, are a rename', () => {
  const gone = [file('cart', cart), file('pay', pay), file('old/x', lines('x'), 'x')]
  const edited = `${pay.replace("'pay-3'", "'paid'")}\r\n// more`
  expect(
    renames(gone, [file('basket', cart), file('payment', edited), file('new/x', 'all new', 'x')]),
  ).toEqual({ basket: 'cart', payment: 'pay', 'new/x': 'old/x' })
})

test('small scripts with the same frame, other scripts, and two that are as similar are no rename', () => {
  expect(renames([file('a', lines("t.a('a')"))], [file('b', lines("t.b('b')"))])).toEqual({})
  expect(renames([file('cart', cart)], [file('pay', pay)])).toEqual({})
  expect(renames([file('cart', cart), file('copy', cart)], [file('basket', cart)])).toEqual({})
  expect(
    renames([file('cart', cart)], [file('one', `${cart}\n1`), file('two', `${cart}\n2`)]),
  ).toEqual({})
})

test('the word of git decides, unless only the frame is the same, or another file has as much in common', () => {
  const hinted = (
    gone: ReturnType<typeof file>[],
    added: ReturnType<typeof file>[],
    hints: object,
  ) => Object.fromEntries(matchRenames(gone, added, new Map(Object.entries(hints))))
  const half = cart.replace(/cart-([0-4])/g, 'basket-$1')
  expect(renames([file('cart', cart)], [file('basket', half)])).toEqual({})
  expect(hinted([file('cart', cart)], [file('basket', half)], { basket: 'cart' })).toEqual({
    basket: 'cart',
  })
  expect(hinted([file('cart', cart)], [file('pay', pay)], { pay: 'cart' })).toEqual({})
  const twins = [file('cart', `${cart}\n1`), file('copy', `${cart}\n2`)]
  expect(hinted(twins, [file('basket', half)], { basket: 'cart' })).toEqual({})
  expect(perhapsRenamed(twins, [file('basket', half), file('pay', pay)])).toEqual(
    new Map([
      ['cart', ['basket']],
      ['copy', ['basket']],
    ]),
  )
})

test('thousands of files take no time', () => {
  const many = (name: string) =>
    Array.from({ length: 3_000 }, (_, n) => file(`${name}${n}`, `${cart}\n${n}`))
  const started = performance.now()
  expect(matchRenames(many('a'), many('b')).size).toBe(3_000)
  expect(performance.now() - started).toBeLessThan(5_000)
})
