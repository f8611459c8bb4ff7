// Writes the manifest of the commands for oclif, the index of the commands, and the list that `topo --help` prints.
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { Config, Plugin } from '@oclif/core'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** With a manifest oclif does not load every command to list them. */
export async function writeManifest() {
  const plugin = new Plugin({
    root,
    ignoreManifest: true,
    errorOnManifestCreate: true,
    respectNoCacheDefault: true,
  })
  await plugin.load()
  // oclif lists commands in the order in which they finished loading.
  const commands = Object.entries(plugin.manifest.commands).sort(([a], [b]) => (a < b ? -1 : 1))
  const flags = commonFlags(commands.map(([, command]) => command))
  const short = commands.map(([id, command]) => [
    id,
    { ...command, flags: without(command.flags, flags) },
  ])
  const manifest = { ...plugin.manifest, flags, commands: Object.fromEntries(short) }
  writeFileSync(join(root, 'oclif.manifest.json'), `${JSON.stringify(manifest)}\n`)
  writeFileSync(join(root, 'dist', 'commands.json'), `${JSON.stringify(indexOf(manifest))}\n`)
  return plugin
}

/** `src/cli/command-index.ts` reads it. `topo help` reads the whole manifest. */
function indexOf({ version, commands }) {
  const indexed = Object.values(commands)
    .filter(({ id }) => id !== 'help')
    .flatMap(({ id, aliases, args, strict, relativePath }) => {
      const takesWords = strict === false || Object.keys(args).length > 0
      const command = { id, path: relativePath.join('/'), takesWords }
      return [id, ...aliases].map((name) => [name.replaceAll(':', ' '), command])
    })
  return { version, commands: Object.fromEntries(indexed) }
}

/** The flags that all commands have first, and in the same order: `src/cli/manifest.ts` adds them again. */
function commonFlags([first, ...others]) {
  const flags = Object.entries(first.flags)
  const isCommon = (entry, index) =>
    others.every((command) => isDeepStrictEqual(Object.entries(command.flags)[index], entry))
  const end = flags.findIndex((entry, index) => !isCommon(entry, index))
  return Object.fromEntries(end < 0 ? flags : flags.slice(0, end))
}

const without = (flags, left) =>
  Object.fromEntries(Object.entries(flags).filter(([name]) => !Object.hasOwn(left, name)))

/** Renders `topo --help` at build time, because it is used most and changes least. */
export async function writeHelp(plugin) {
  const config = await Config.load({ root, plugins: [plugin] })
  const { helpFor } = await import(pathToFileURL(join(root, 'dist', 'help.js')).href)
  writeFileSync(
    join(root, 'dist', 'help.txt'),
    await helpFor([], config, { color: false, width: 80 }),
  )
}
