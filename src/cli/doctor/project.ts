/** Doctor check: the project's root and settings. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../project/config/config.ts'
import { CONFIG_FILE } from '../../project/files/root.ts'
import { type DoctorCheck, ok } from './check.ts'

export const project: DoctorCheck = {
  name: 'project',
  run: async ({ root }) => {
    const file = join(root, CONFIG_FILE)
    if (!existsSync(file)) return [ok(`${root}, without a ${CONFIG_FILE}`)]
    await readConfig(root)
    return [ok(`${file} is valid`)]
  },
}
