/** Reads the environment variables of topo; other code does not read `process.env`. */

export interface Environment {
  readonly apiKey: string | undefined
  readonly apiKeyFile: string | undefined
  readonly keyHeader: string | undefined
  /** Headers, one `Name: value` per line; the values are secret. */
  readonly headers: string | undefined
  readonly baseUrl: string | undefined
  readonly webUrl: string | undefined
  readonly profile: string | undefined
  readonly configHome: string | undefined
  readonly localData: string | undefined
  readonly debug: boolean
  /** Assistants may create, update and delete diagrams. */
  readonly mcpWrites: boolean
  readonly noInput: boolean
  readonly ci: boolean
  /** True in a step of GitHub Actions; the workspace is the folder of its repository. */
  readonly githubActions: boolean
  readonly githubWorkspace: string | undefined
  readonly noColor: boolean
  readonly forceColor: boolean
  /** A terminal that cannot redraw. */
  readonly dumbTerminal: boolean
  /** Language and encoding of texts, as in `de_DE.UTF-8`. */
  readonly locale: string | undefined
  /** Configuration folders of the platform. */
  readonly xdgConfigHome: string | undefined
  readonly localAppData: string | undefined
  /** True when requests must go through a proxy. */
  readonly proxied: boolean
}

const isTrue = (value: string | undefined) =>
  value !== undefined && !['', '0', 'false', 'no'].includes(value.toLowerCase())
const given = (value: string | undefined) =>
  value === undefined || value.trim() === '' ? undefined : value.trim()

export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  return {
    apiKey: given(env.TOPO_API_KEY),
    apiKeyFile: given(env.TOPO_API_KEY_FILE),
    keyHeader: given(env.TOPO_KEY_HEADER),
    headers: given(env.TOPO_HEADERS),
    baseUrl: given(env.TOPO_BASE_URL),
    webUrl: given(env.TOPO_WEB_URL),
    profile: given(env.TOPO_PROFILE),
    configHome: given(env.TOPO_CONFIG_HOME),
    localData: given(env.TOPO_LOCAL_DATA),
    debug: isTrue(env.TOPO_DEBUG),
    mcpWrites: isTrue(env.TOPO_MCP_WRITES),
    noInput: isTrue(env.TOPO_NO_INPUT),
    ci: isTrue(env.CI),
    githubActions: isTrue(env.GITHUB_ACTIONS),
    githubWorkspace: given(env.GITHUB_WORKSPACE),
    noColor: given(env.NO_COLOR) !== undefined || env.TERM === 'dumb',
    forceColor: isTrue(env.FORCE_COLOR),
    dumbTerminal: env.TERM === 'dumb',
    locale: given(env.LC_ALL) ?? given(env.LC_CTYPE) ?? given(env.LANG),
    xdgConfigHome: given(env.XDG_CONFIG_HOME),
    localAppData: given(env.LOCALAPPDATA),
    proxied: ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'].some((name) => given(env[name])),
  }
}
