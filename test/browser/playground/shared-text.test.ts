/** Texts in addresses: what is packed is unpacked, whatever a link contains costs little, and throws nothing. */
import fc from 'fast-check'
import { deflateSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import {
  isSharedPart,
  partOfExample,
  partOfText,
  readSharedPart,
} from '../../../src/browser/playground/shared-text.ts'
import { limits } from '../../../src/limits/limits.ts'

const partOf = (bytes: Uint8Array) => `text.${Buffer.from(bytes).toString('base64url')}`

describe('texts in addresses', () => {
  test('a text comes back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4_000 }), (text) => {
        const part = partOfText(text) ?? ''
        expect(isSharedPart(part)).toBe(true)
        expect(part).toMatch(/^text\.[\w-]+$/)
        expect(readSharedPart(part)).toEqual({ text })
      }),
    )
  })

  test('a name of an example comes back', () => {
    expect(readSharedPart(partOfExample('hello'))).toEqual({ example: 'hello' })
  })

  test('a text that is too long for an address has none', () => {
    const noise = Buffer.from(Float64Array.from({ length: 9_000 }, (_, n) => Math.sin(n)).buffer)
    expect(partOfText(noise.toString('base64'))).toBeUndefined()
  })

  test('damaged texts are neither text nor example', () => {
    const whole = partOfText('const t = new TopologyBuilder(true)\n'.repeat(9)) ?? ''
    for (const damaged of [
      whole.slice(0, -6),
      `${whole.slice(0, 12)}`,
      'text.',
      'text.§',
      'text.AAAA',
    ])
      expect(readSharedPart(damaged), damaged).toEqual({})
  })

  test('any fragment is read without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const { text: read } = readSharedPart(`text.${text}`)
        expect(['string', 'undefined']).toContain(typeof read)
      }),
    )
  })

  test('a few bytes do not become gigabytes', () => {
    const bomb = partOf(deflateSync(new Uint8Array(limits.script.most * 8), { level: 9 }))
    expect(bomb.length).toBeLessThan(100_000)
    const before = process.memoryUsage().arrayBuffers
    expect(readSharedPart(bomb)).toEqual({})
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(limits.script.most * 5)
  })
})
