/** Environment variables that change what topo does, and how each may be shown. */

type Shown = 'as it is' | 'secret' | 'address'

const own: Record<string, Shown> = {
  TOPO_API_KEY: 'secret',
  TOPO_API_KEY_FILE: 'as it is',
  TOPO_BASE_URL: 'address',
  TOPO_WEB_URL: 'address',
  TOPO_PROFILE: 'as it is',
  TOPO_CONFIG_HOME: 'as it is',
  TOPO_LOCAL_DATA: 'as it is',
  TOPO_OUTPUT_FILE: 'as it is',
  TOPO_COMMIT: 'as it is',
  TOPO_BRANCH: 'as it is',
  TOPO_PULL_REQUEST: 'as it is',
  TOPO_ACTOR: 'as it is',
  TOPO_DEBUG: 'as it is',
  TOPO_NO_INPUT: 'as it is',
}

const others: Record<string, Shown> = {
  CI: 'as it is',
  NO_COLOR: 'as it is',
  FORCE_COLOR: 'as it is',
  HTTP_PROXY: 'address',
  HTTPS_PROXY: 'address',
  NO_PROXY: 'as it is',
  http_proxy: 'address',
  https_proxy: 'address',
  no_proxy: 'as it is',
  NODE_EXTRA_CA_CERTS: 'as it is',
}

const known: Record<string, Shown> = { ...own, ...others }

/** Those that are set, the ones of topo first, as they may be told to anybody. */
export function variablesInEffect(variables: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.keys(known).flatMap((name) => {
      const value = variables[name]
      return value === undefined || value === '' ? [] : [[name, shownValue(name, value)]]
    }),
  )
}

function shownValue(name: string, value: string): string {
  const shown = known[name] ?? 'secret'
  return shown === 'secret' ? '[REDACTED]' : shown === 'address' ? shownAddress(value) : value
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
