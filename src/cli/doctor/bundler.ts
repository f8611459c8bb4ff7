/** Doctor check: esbuild starts; it bundles scripts with imports. */
import { type DoctorCheck, failedCheck, ok } from './check.ts'

export const bundler: DoctorCheck = {
  name: 'esbuild',
  run: async () => {
    try {
      const { transform, version } = await import('esbuild')
      await transform('export const a: number = 1', { loader: 'ts' })
      return [ok(`esbuild ${version} starts`)]
    } catch (error) {
      const [line] = (error as Error).message.trim().split('\n')
      return [
        failedCheck(
          `esbuild does not start: ${line}`,
          'Scripts with imports need it. Install topo again on this platform, with optional dependencies.',
        ),
      ]
    }
  },
}
