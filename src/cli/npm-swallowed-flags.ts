/**
 * Detects flags that npm swallowed. In `npm run topo push --dry-run`, without `--`, npm takes the flag and only sets a
 * variable; topo would then push for real.
 */
import { usageError } from '../errors.ts'

/**
 * Flags of the command that npm swallowed. Only checked if words were added to the script in package.json: without
 * them, a variable is a setting of npm that happens to have the same name.
 */
function findSwallowedFlags(
  flags: readonly string[],
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
): string[] {
  if (env.npm_command !== 'run-script' && env.npm_command !== 'run') return []
  const own = env.npm_lifecycle_script?.split(/\s+/) ?? []
  if (argv.every((word) => own.includes(word))) return []
  const kept = flags.filter((flag) => {
    // People set `yes` for npm permanently; without it topo only prompts, or fails.
    if (flag === 'yes') return false
    const value = env[`npm_config_${flag.replaceAll('-', '_')}`]
    return value !== undefined && value !== '' && value !== 'false'
  })
  return kept.filter(
    (flag) => !argv.some((word) => word === `--${flag}` || word.startsWith(`--${flag}=`)),
  )
}

/** @throws usage error, because topo would run without the flags. */
export function rejectSwallowedFlags(flags: readonly string[], argv: readonly string[]): void {
  const kept = findSwallowedFlags(flags, argv, process.env).map((flag) => `--${flag}`)
  if (kept.length === 0) return
  const script = process.env.npm_lifecycle_event ?? 'topo'
  throw usageError(`npm did not pass ${kept.join(' and ')} on to topo.`, {
    hint: `Put two dashes before the arguments of topo: npm run ${script} -- ${argv[0]} … ${kept.join(' ')}`,
  })
}
