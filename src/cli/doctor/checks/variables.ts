/** Doctor check: the environment variables in effect, with secrets redacted. */
import { environmentVariables } from '../../help/topics/environment.ts'
import { isProxy } from '../../service/proxy/proxy-variables.ts'
import { type DoctorCheck, ok } from '../check.ts'

export const environmentCheck: DoctorCheck = {
  name: 'environment',
  run: async ({ variables }) => {
    const set = Object.entries(variablesInEffect(variables)).map(([name, value]) =>
      ok(`${name}=${value}`),
    )
    return set.length > 0 ? set : [ok('no variable that topo reads is set')]
  },
}

/** The variables that are set, topo's own first. */
export function variablesInEffect(variables: NodeJS.ProcessEnv): Record<string, string> {
  // Windows has one variable for both spellings of a name.
  const keyOf = (name: string) => (process.platform === 'win32' ? name.toUpperCase() : name)
  const listed = new Set<string>()
  return Object.fromEntries(
    environmentVariables.flatMap((variable) => {
      const { name } = variable
      const value = variables[name]
      if (value === undefined || value === '' || listed.has(keyOf(name))) return []
      listed.add(keyOf(name))
      return [[name, harmlessValue(variable, value)]]
    }),
  )
}

function harmlessValue(
  { kind, name }: (typeof environmentVariables)[number],
  value: string,
): string {
  if (kind === 'secret') return '[REDACTED]'
  if (kind === 'address') return redactAddress(value)
  // Where the password of another value ends, nobody knows.
  if (kind === 'proxy') return isProxy({ name, value }) ? redactAddress(value) : '[REDACTED]'
  return value
}

/** Redacts user, password and query. */
function redactAddress(value: string): string {
  // A proxy may be written without a scheme.
  const parsed = URL.canParse(value) && new URL(value).host !== '' ? new URL(value) : undefined
  // A password with a slash is not encoded, so its end is a part of the path.
  const isWhole = parsed && !`${parsed.pathname}${parsed.search}${parsed.hash}`.includes('@')
  const given = isWhole ? parsed : undefined
  if (!given) return value.replace(/^.*@/s, '[REDACTED]@').replace(/[?#].*$/s, '?[REDACTED]')
  const user = given.username || given.password ? '[REDACTED]@' : ''
  const query = given.search || given.hash ? '?[REDACTED]' : ''
  const path = given.pathname === '/' && !value.endsWith('/') ? '' : given.pathname
  return `${given.protocol}//${user}${given.host}${path}${query}`
}
