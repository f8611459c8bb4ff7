/** Doctor check: esbuild starts; it bundles scripts with imports. */
import { loadEsbuild } from '../../project/script/load-esbuild.ts'
import { type DoctorCheck, ok } from './check.ts'

export const bundler: DoctorCheck = {
  name: 'esbuild',
  run: async () => {
    const { transform, version } = await loadEsbuild()
    await transform('export const a: number = 1', { loader: 'ts' })
    return [ok(`esbuild ${version} starts`)]
  },
}
