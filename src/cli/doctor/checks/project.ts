/** Doctor checks: the project's root and settings, and line ends of its scripts, which the service gets without a return. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CONFIG_FILE, projectPath } from '../../../files/root.ts'
import { readFileWithin } from '../../../limits/files.ts'
import { MOVE_SETTINGS, readConfig, uselessSettings } from '../../../project/config/config.ts'
import { findScripts } from '../../../project/select/find-scripts.ts'
import { type DoctorCheck, ok, warning } from '../check.ts'

export const project: DoctorCheck = {
  name: 'project',
  run: async ({ root, cwd }) => {
    const file = join(root, CONFIG_FILE)
    await readConfig(root)
    const useless = await uselessSettings(root, cwd)
    const found = existsSync(file) ? `${file} is valid` : `${root}, without a ${CONFIG_FILE}`
    return [ok(found), ...useless.map((other) => warning(`${other} has no effect`, MOVE_SETTINGS))]
  },
}

/** More files than this are not read. */
const maxFiles = 500

export const lineEnds: DoctorCheck = {
  name: 'line ends',
  run: async ({ root }) => {
    const { include, exclude } = await readConfig(root)
    const files = await findScripts({ root, cwd: root, include, exclude, allowEmpty: true })
    const read = files.slice(0, maxFiles)
    const hasReturns = await Promise.all(
      read.map(async (file) =>
        (await readFileWithin('script', file).catch(() => '')).includes('\r'),
      ),
    )
    const found = read.filter((_file, index) => hasReturns[index])
    const [first] = found
    if (first === undefined)
      return files.length === 0 ? [] : [ok('all scripts end their lines with \\n')]
    return [
      warning(
        `${found.length} of ${read.length} scripts end lines with \\r\\n, as Windows does (${projectPath(root, first)})`,
        'topo compares and sends them with \\n, so that alone is no change. For the same bytes in every checkout, add "*.topology.js text eol=lf" and "*.topology.ts text eol=lf" to .gitattributes and run "git add --renormalize .".',
      ),
    ]
  },
}
