/** Environment variables that change what topo does, and how each may be shown. */
import { environmentVariables } from '../help/topics/environment.ts'

/** Those that are set, the ones of topo first, as they may be told to anybody. */
export function variablesInEffect(variables: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    environmentVariables.flatMap(({ name, secret, address }) => {
      const value = variables[name]
      if (value === undefined || value === '') return []
      return [[name, secret ? '[REDACTED]' : address ? shownAddress(value) : value]]
    }),
  )
}

/** Without user and password, and without what its query may hold. */
export function shownAddress(value: string): string {
  // A proxy may be written without a scheme.
  const given = URL.canParse(value) && new URL(value).host !== '' ? new URL(value) : undefined
  if (!given) return value.replace(/^.*@/s, '[REDACTED]@').replace(/[?#].*$/s, '?[REDACTED]')
  const user = given.username || given.password ? '[REDACTED]@' : ''
  const query = given.search || given.hash ? '?[REDACTED]' : ''
  const path = given.pathname === '/' && !value.endsWith('/') ? '' : given.pathname
  return `${given.protocol}//${user}${given.host}${path}${query}`
}
