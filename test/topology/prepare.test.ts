/** The build writes the same memory image of the sandbox at any time. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { createImage } from '../../src/topology/sandbox/prepare.ts'

/** A script without types. */
const { withStoppedClock }: { withStoppedClock<T>(call: () => Promise<T>): Promise<T> } =
  await import(pathToFileURL(resolve(import.meta.dirname, '../../scripts/stopped-clock.js')).href)

afterEach(() => {
  vi.useRealTimers()
})

test('the image of the sandbox does not contain the time of the build', async () => {
  const images = []
  for (const time of ['2025-01-01T00:00:00Z', '2031-07-09T13:14:15Z']) {
    vi.useFakeTimers({ now: new Date(time), toFake: ['Date', 'performance'] })
    const { image, bytes } = await withStoppedClock(createImage)
    images.push(JSON.stringify([image, Buffer.from(bytes).toString('base64')]))
  }
  expect(images[0] === images[1]).toBe(true)
  expect(new Date().toISOString()).toMatch(/^2031-07-09/)
})
