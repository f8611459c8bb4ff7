/** Reads the environment variables of topo; other code does not read `process.env`. */

import { buildId } from '../../../files/cache/build-id.ts'
import { cacheFolder } from '../../../files/cache/cache-folder.ts'

export type Environment = Readonly<ReturnType<typeof readEnvironment>>

const isTrue = (value: string | undefined) =>
  value !== undefined && !['', '0', 'false', 'no'].includes(value.toLowerCase())
const given = (value: string | undefined) =>
  value === undefined || value.trim() === '' ? undefined : value.trim()

export function readEnvironment(env: NodeJS.ProcessEnv = process.env) {
  return {
    /** All variables: each CI system has its own. */
    variables: env,
    apiKey: given(env.TOPO_API_KEY),
    apiKeyFile: given(env.TOPO_API_KEY_FILE),
    keyHeader: given(env.TOPO_KEY_HEADER),
    /** Headers, one `Name: value` per line; the values are secret. */
    headers: given(env.TOPO_HEADERS),
    baseUrl: given(env.TOPO_BASE_URL),
    webUrl: given(env.TOPO_WEB_URL),
    gitlabToken: given(env.TOPO_GITLAB_TOKEN),
    profile: given(env.TOPO_PROFILE),
    configHome: given(env.TOPO_CONFIG_HOME),
    localData: given(env.TOPO_LOCAL_DATA),
    /** Folder of what checks found; undefined if that is turned off, and when topo runs from its sources. */
    verdicts: buildId === 'sources' ? undefined : cacheFolder('verdicts', env),
    debug: isTrue(env.TOPO_DEBUG),
    /** Assistants may create, update and delete diagrams. */
    mcpWrites: isTrue(env.TOPO_MCP_WRITES),
    noInput: isTrue(env.TOPO_NO_INPUT),
    ci: isTrue(env.CI),
    /** True in a step of GitHub Actions; the workspace is the folder of its repository. */
    githubActions: isTrue(env.GITHUB_ACTIONS),
    githubWorkspace: given(env.GITHUB_WORKSPACE),
    noColor: given(env.NO_COLOR) !== undefined || env.TERM === 'dumb',
    forceColor: isTrue(env.FORCE_COLOR),
    /** A terminal that cannot redraw. */
    dumbTerminal: env.TERM === 'dumb',
    /** Language and encoding of texts, as in `de_DE.UTF-8`. */
    locale: given(env.LC_ALL) ?? given(env.LC_CTYPE) ?? given(env.LANG),
    /** Configuration folders of the platform. */
    xdgConfigHome: given(env.XDG_CONFIG_HOME),
    localAppData: given(env.LOCALAPPDATA),
    /** The values as they are set: an empty value of a name in lower case hides the other one. */
    proxy: {
      http_proxy: env.http_proxy,
      HTTP_PROXY: env.HTTP_PROXY,
      https_proxy: env.https_proxy,
      HTTPS_PROXY: env.HTTPS_PROXY,
      all_proxy: env.all_proxy,
      ALL_PROXY: env.ALL_PROXY,
      no_proxy: env.no_proxy,
      NO_PROXY: env.NO_PROXY,
    },
  }
}
