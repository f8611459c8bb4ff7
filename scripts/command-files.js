// Lists the files of commands: those of `src/commands` with a default export. Others there are parts of the command beside them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'

/** Paths below the root, sorted. */
export const commandFiles = (root) =>
  globSync('src/commands/**/*.ts', { cwd: root })
    .filter((file) => /^export default /m.test(readFileSync(join(root, file), 'utf8')))
    .sort()

/** The path below `dist`, without its ending; oclif takes the name of the command from it. */
export const builtCommand = (file) =>
  file.slice('src/'.length, -'.ts'.length).replace(/\/command$/, '')
