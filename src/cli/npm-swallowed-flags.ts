/**
 * `npm run topo push --dry-run`: without `--` npm keeps the flag for itself and leaves nothing of it but a variable, so
 * that topo would do what was only to be shown.
 */
import { usageError } from '../errors.ts'

/**
 * Flags of the command that npm has kept. Only where words were added behind the script's own: settings of npm that
 * happen to have the same name say nothing about a script that stands in package.json as it is.
 */
function flagsKeptByNpm(flags: readonly string[], argv: readonly string[], env: NodeJS.ProcessEnv): string[] {
  if (env.npm_command !== 'run-script' && env.npm_command !== 'run') return []
  const own = env.npm_lifecycle_script?.split(/\s+/) ?? []
  if (argv.every((word) => own.includes(word))) return []
  const kept = flags.filter((flag) => {
    // A setting that people give npm for good; without it topo asks, or says that it would have to.
    if (flag === 'yes') return false
    const value = env[`npm_config_${flag.replaceAll('-', '_')}`]
    return value !== undefined && value !== '' && value !== 'false'
  })
  return kept.filter((flag) => !argv.some((word) => word === `--${flag}` || word.startsWith(`--${flag}=`)))
}

/** @throws usage error `TOPO_FLAGS_LOST`: what a flag was to change, or to keep from happening, would be done without it. */
export function refuseFlagsKeptByNpm(flags: readonly string[], argv: readonly string[]): void {
  const kept = flagsKeptByNpm(flags, argv, process.env).map((flag) => `--${flag}`)
  if (kept.length === 0) return
  const script = process.env.npm_lifecycle_event ?? 'topo'
  throw usageError(`npm has kept ${kept.join(' and ')} for itself, so topo would run without.`, {
    code: 'TOPO_FLAGS_LOST',
    hint: `Put two dashes in front of what is meant for topo: npm run ${script} -- ${argv[0]} … ${kept.join(' ')}`,
  })
}
