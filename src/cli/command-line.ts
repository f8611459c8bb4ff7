/** Reads from a command line what is needed before a command has parsed it, or if none can. */

/** Words behind `--` belong to another program. */
export function readCommandLine(argv: readonly string[]) {
  const end = argv.indexOf('--')
  const words = end < 0 ? argv : argv.slice(0, end)
  const has = (...names: string[]) => names.some((name) => words.includes(name))
  return {
    version: /^(--version|-v)$/.test(words[0] ?? ''),
    /** True for `-h` or `--help` anywhere. */
    help: argv.length === 0 || has('--help', '-h'),
    brief: !has('--help'),
    json: words.some((word) => /^--json(=|$)/.test(word)),
    noColor: has('--no-color'),
    debug: has('--debug'),
    jsonStream: has('--json-stream'),
  }
}
