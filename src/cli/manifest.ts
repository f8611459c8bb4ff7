/** The manifest of the commands, in which the flags that every command has are stored once. */

/** The parts of the manifest that topo reads; `scripts/build.js` writes it. */
export interface CommandManifest<Command> {
  /** Flags of every command, by name. */
  readonly flags: object
  /** By id; their `flags` lack those of every command. */
  readonly commands: Readonly<Record<string, Command>>
}

/** The commands of a manifest with all their flags, those of every command first. */
export function commandsOf<Command extends { readonly flags: object }>(
  manifest: CommandManifest<Command>,
): Record<string, Command> {
  return Object.fromEntries(
    Object.entries(manifest.commands).map(([id, command]) => [
      id,
      { ...command, flags: { ...manifest.flags, ...command.flags } },
    ]),
  )
}
