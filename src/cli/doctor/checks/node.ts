/** Doctor check: the versions of topo and of Node, Bun or Deno. */
import { type DoctorCheck, failedCheck, ok } from '../check.ts'

/** Same as `engines` in package.json. */
const oldest = [20, 19] as const

export const node: DoctorCheck = {
  name: 'node',
  run: async ({ version }) => {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
    const message = `topo ${version} on ${runtime()}, ${process.platform}-${process.arch}`
    const tooOld = major < oldest[0] || (major === oldest[0] && minor < oldest[1])
    return [
      tooOld ? failedCheck(message, `Install Node ${oldest.join('.')} or newer.`) : ok(message),
    ]
  },
}

/** Bun and Deno also report the version of Node that they resemble. */
function runtime(): string {
  const { node: nodeVersion, bun, deno } = process.versions
  if (bun) return `Bun ${bun}`
  return deno ? `Deno ${deno}` : `Node ${nodeVersion}`
}
