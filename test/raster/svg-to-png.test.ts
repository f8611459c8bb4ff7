/** The memory of PNG files is freed while more are drawn. */
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { svgToPng } from '../../src/raster/svg-to-png.ts'

/** Draws an empty picture; true if this collects garbage. */
async function collects(side: number): Promise<boolean> {
  const weak = new WeakRef({ large: new Array(1000) })
  // A weak reference keeps its object until the end of the turn.
  await setImmediate()
  await svgToPng(`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"/>`, {
    width: side,
    height: side,
  })
  return weak.deref() === undefined
}

test('pictures with many pixels together are followed by a garbage collection', async () => {
  // Nine million pixels at twice the size.
  expect([await collects(900), await collects(900), await collects(900)]).toContain(true)
})
