/** Loads packages that bring a binary for each platform, and explains a binary that is missing. */
import { usageError } from './errors.ts'

/**
 * @param task what topo needs the package for, such as `draw PNG files`
 * @throws usage error `TOPO_PACKAGE_MISSING` if the package does not load, such as after an installation without
 * optional dependencies or for another platform.
 */
export async function loadNativePackage<Module>(
  name: string,
  task: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    throw usageError(
      `topo needs the binary of ${name} for ${process.platform}-${process.arch} to ${task}, and it does not load.`,
      {
        code: 'TOPO_PACKAGE_MISSING',
        hint: 'Install topo again on this machine, with its optional dependencies: npm install --include=optional.',
        cause,
      },
    )
  }
}
