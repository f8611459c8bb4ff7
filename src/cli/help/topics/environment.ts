/** `topo help environment`: the environment variables that topo reads, as data. */
import type { Topic } from './topic.ts'

export interface EnvironmentVariable {
  readonly name: string
  readonly meaning: string
  /** Its value is never shown. */
  readonly secret?: boolean
  /** Its value is an address, which may contain a user, a password or a token. */
  readonly address?: boolean
}

/** Variables of topo first, then those that other programs read too. */
export const environmentVariables: readonly EnvironmentVariable[] = [
  { name: 'TOPO_API_KEY', meaning: 'The API key; takes precedence over profiles.', secret: true },
  { name: 'TOPO_API_KEY_FILE', meaning: 'A file with the API key, such as a mounted secret.' },
  { name: 'TOPO_KEY_HEADER', meaning: 'Header that contains the key, such as X-API-Key.' },
  {
    name: 'TOPO_HEADERS',
    meaning: 'Further headers for a gateway before the service: "Name: value", one per line.',
    secret: true,
  },
  {
    name: 'TOPO_BASE_URL',
    meaning: 'Address of the service, or "local" for the embedded one.',
    address: true,
  },
  {
    name: 'TOPO_WEB_URL',
    meaning: 'Address of the web app that shows diagrams, if it differs from the service.',
    address: true,
  },
  { name: 'TOPO_PROFILE', meaning: 'Profile (login on this machine) to use.' },
  { name: 'TOPO_CONFIG_HOME', meaning: 'Folder of the profiles, instead of ~/.config/topo.' },
  { name: 'TOPO_LOCAL_DATA', meaning: 'Data folder of the local service, instead of .topo/local.' },
  {
    name: 'TOPO_CODE_CACHE',
    meaning:
      'Folder for compiled code of topo itself, which makes it start faster, instead of ~/.cache/topo/code; off turns that off.',
  },
  { name: 'TOPO_OUTPUT_FILE', meaning: 'Also write the JSON document to this file.' },
  { name: 'TOPO_BUDGET', meaning: 'Most requests of a command, retries included; same as --budget.' },
  { name: 'TOPO_COMMIT', meaning: 'The commit that is published, if topo cannot detect it.' },
  { name: 'TOPO_BRANCH', meaning: 'The branch of that commit.' },
  { name: 'TOPO_PULL_REQUEST', meaning: 'The number of its pull request.' },
  { name: 'TOPO_ACTOR', meaning: 'Who started the build.' },
  { name: 'TOPO_MCP_WRITES', meaning: 'Set to 1: like "topo mcp --allow-writes".' },
  { name: 'TOPO_NO_INPUT', meaning: 'Set to 1: never prompt.' },
  { name: 'TOPO_DEBUG', meaning: 'Set to 1: log requests and stack traces to stderr.' },
  { name: 'CI', meaning: 'Set by CI systems: never prompt.' },
  { name: 'GITHUB_ACTIONS', meaning: 'Set by GitHub: print findings as annotations.' },
  { name: 'GITHUB_WORKSPACE', meaning: 'Set by GitHub: folder of the repository.' },
  { name: 'NO_COLOR', meaning: 'Print no colours, if not empty.' },
  { name: 'FORCE_COLOR', meaning: 'Print colours also without a terminal.' },
  { name: 'TERM', meaning: '"dumb": print no colours, and redraw no lines.' },
  { name: 'LC_ALL', meaning: 'Locale; draw in ASCII on a terminal if it is not UTF-8.' },
  { name: 'LC_CTYPE', meaning: 'Like LC_ALL, if that is not set.' },
  { name: 'LANG', meaning: 'Like LC_CTYPE, if that is not set.' },
  { name: 'XDG_CONFIG_HOME', meaning: 'Folder used instead of ~/.config, for the profiles.' },
  { name: 'LOCALAPPDATA', meaning: 'On Windows, the folder for the profiles.' },
  { name: 'HTTP_PROXY', meaning: 'Proxy for http addresses.', address: true },
  { name: 'HTTPS_PROXY', meaning: 'Proxy for https addresses.', address: true },
  { name: 'NO_PROXY', meaning: 'Hosts to reach without the proxy.' },
  { name: 'http_proxy', meaning: 'Like HTTP_PROXY, and takes precedence.', address: true },
  { name: 'https_proxy', meaning: 'Like HTTPS_PROXY, and takes precedence.', address: true },
  { name: 'no_proxy', meaning: 'Like NO_PROXY, and takes precedence.' },
  { name: 'NODE_EXTRA_CA_CERTS', meaning: 'A file with additional certificates to trust.' },
]

const rows = (own: boolean) =>
  environmentVariables
    .filter(({ name }) => name.startsWith('TOPO_') === own)
    .map(({ name, meaning }) => [name, meaning] as const)

export const environmentTopic: Topic = {
  name: 'environment',
  summary: 'The environment variables that topo reads.',
  sections: [
    { title: 'Variables of topo', rows: rows(true) },
    { title: 'Variables that other programs read too', rows: rows(false) },
    {
      title: 'Variables of CI systems',
      text: 'topo reads commit, branch, pull request and actor of the build from the variables of GitHub Actions, GitLab CI, Azure Pipelines, Bitbucket Pipelines, CircleCI and Jenkins. Elsewhere git gives commit and branch. "topo push" adds them to its JSON document, and "topo doctor" shows them. A flag or a variable of topo takes precedence.',
    },
    {
      title: 'Precedence',
      text: 'Precedence: flag, environment, topo.config.json, profile. "topo config list" shows each setting and its source.',
    },
    {
      title: 'The key',
      text: 'No flag takes the key, because others can see what you type. topo reads it from TOPO_API_KEY, else from TOPO_API_KEY_FILE, else from the profile that "topo login" created. If only topo.config.json names the address, you must confirm it on a terminal, once for each folder. Before that, topo sends no key from a variable. Without a terminal, name the address with --base-url or TOPO_BASE_URL.',
    },
    {
      title: 'Headers',
      text: 'topo sends the key as "Authorization: Bearer KEY". With TOPO_KEY_HEADER=X-API-Key it sends "X-API-Key: KEY" instead. TOPO_HEADERS contains headers for a gateway before the service, one "Name: value" per line. Both take precedence over the profile, where "topo login --key-header NAME --header NAME" stores them. topo.config.json cannot set them. topo sends the headers only to the address of the key, and shows only their names.',
    },
  ],
}
