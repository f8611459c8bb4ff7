/** The build writes the same memory image of the sandbox at any time. */
import { afterEach, expect, test, vi } from 'vitest'
import { createReproducibleImage } from '../../src/topology/sandbox/prepare.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('the image of the sandbox does not contain the time of the build', async () => {
  const images = []
  for (const time of ['2025-01-01T00:00:00Z', '2031-07-09T13:14:15Z']) {
    vi.useFakeTimers({ now: new Date(time), toFake: ['Date', 'performance'] })
    images.push(JSON.stringify(await createReproducibleImage()))
  }
  expect(images[0] === images[1]).toBe(true)
  expect(new Date().toISOString()).toMatch(/^2031-07-09/)
})
