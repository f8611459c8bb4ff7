/** Doctor checks: the programs inside topo start. They run scripts, bundle those with imports, and draw PNGs. */

import { withEsbuild } from '../../../platform/node/run-esbuild.ts'
import { svgToPng } from '../../../raster/svg-to-png.ts'
import { validate } from '../../../validator/index.ts'
import { type DoctorCheck, failedCheck, ok } from '../check.ts'

// With a type, because a script without one needs neither Babel nor esbuild.
const script = `const topology: TopologyBuilder = new TopologyBuilder(true)
topology.createGroup('g', { label: 'Group' }).addProcess({ id: 'a', label: 'A' }).autoResize()
await topology.apply()
`

export const sandbox: DoctorCheck = {
  name: 'sandbox',
  run: async ({ clock }) => {
    const started = clock.elapsed()
    const { findings, topology } = await validate(script)
    if (topology) return [ok(`a script was run in ${Math.round(clock.elapsed() - started)} ms`)]
    return [
      failedCheck(
        `a valid script did not run: ${findings[0]?.message ?? 'no reason given'}`,
        'Install topo again with its optional dependencies: npm install --include=optional.',
      ),
    ]
  },
}

export const bundler: DoctorCheck = {
  name: 'esbuild',
  run: async () => {
    const version = await withEsbuild(async (esbuild) => {
      await esbuild.transform('export const a: number = 1', { loader: 'ts' })
      return esbuild.version
    })
    return [ok(`esbuild ${version} starts`)]
  },
}

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"><rect width="2" height="2"/></svg>'

export const rasteriser: DoctorCheck = {
  name: 'png',
  run: async ({ clock }) => {
    const started = clock.elapsed()
    await svgToPng(svg, { width: 2, height: 2 }, 1)
    return [ok(`a PNG was drawn in ${Math.round(clock.elapsed() - started)} ms`)]
  },
}
