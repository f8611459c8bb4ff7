/** Doctor check: a PNG can be drawn. */
import { svgToPng } from '../../project/draw/svg-to-png.ts'
import { type DoctorCheck, ok } from './check.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"><rect width="2" height="2"/></svg>'

export const rasteriser: DoctorCheck = {
  name: 'png',
  run: async () => {
    const started = performance.now()
    await svgToPng(svg, { width: 2, height: 2 }, 1)
    return [ok(`a PNG was drawn in ${Math.round(performance.now() - started)} ms`)]
  },
}
