/** Starts esbuild once, for all scripts with imports or types. */
import { loadNativePackage } from '../../native-package.ts'

let started: Promise<typeof import('esbuild')> | undefined

/** @throws usage error `TOPO_PACKAGE_MISSING` if its binary does not start on this machine. */
export function loadEsbuild(): Promise<typeof import('esbuild')> {
  started ??= loadNativePackage('esbuild', 'bundle scripts with imports or types', async () => {
    const { default: esbuild } = await import('esbuild')
    // Its process starts with the first call, which would otherwise fail as if the script were wrong.
    await esbuild.transform('')
    return esbuild
  })
  return started
}
