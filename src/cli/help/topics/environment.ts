/** `topo help environment`: the variables that topo reads, as data. */
import type { Topic } from './topic.ts'

export interface EnvironmentVariable {
  readonly name: string
  readonly meaning: string
  /** Its value is never shown. */
  readonly secret?: boolean
  /** Its value is an address, which may hold a user, a password or a token. */
  readonly address?: boolean
}

/** Those of topo first, then what it shares with other programs. */
export const environmentVariables: readonly EnvironmentVariable[] = [
  { name: 'TOPO_API_KEY', meaning: 'The API key; goes before every login.', secret: true },
  { name: 'TOPO_API_KEY_FILE', meaning: 'A file that holds the API key, such as a mounted secret.' },
  {
    name: 'TOPO_BASE_URL',
    meaning: 'Address of the service, or "local" for the embedded one.',
    address: true,
  },
  {
    name: 'TOPO_WEB_URL',
    meaning: 'Where diagrams are seen in the browser, if not at the address itself.',
    address: true,
  },
  { name: 'TOPO_PROFILE', meaning: 'Which login to use.' },
  { name: 'TOPO_CONFIG_HOME', meaning: 'Folder of the logins, instead of ~/.config/topo.' },
  { name: 'TOPO_LOCAL_DATA', meaning: 'Folder of the embedded service, instead of .topo/local.' },
  { name: 'TOPO_OUTPUT_FILE', meaning: 'Write the JSON document to this file as well.' },
  { name: 'TOPO_COMMIT', meaning: 'The commit that is published, where topo does not find it by itself.' },
  { name: 'TOPO_BRANCH', meaning: 'The branch of that commit.' },
  { name: 'TOPO_PULL_REQUEST', meaning: 'The number of its pull request.' },
  { name: 'TOPO_ACTOR', meaning: 'Who started the build.' },
  { name: 'TOPO_NO_INPUT', meaning: 'Set to 1: never ask.' },
  { name: 'TOPO_DEBUG', meaning: 'Set to 1: requests and stack traces on stderr.' },
  { name: 'CI', meaning: 'Set by CI systems: never ask.' },
  { name: 'GITHUB_ACTIONS', meaning: 'Set by GitHub: findings become annotations by themselves.' },
  { name: 'GITHUB_WORKSPACE', meaning: 'Set by GitHub: where the repository lies.' },
  { name: 'NO_COLOR', meaning: 'No colours, if it is not empty.' },
  { name: 'FORCE_COLOR', meaning: 'Colours also where there is no terminal.' },
  { name: 'TERM', meaning: '"dumb" stands for a terminal without colours and without moving lines.' },
  { name: 'XDG_CONFIG_HOME', meaning: 'Where ~/.config is, in which the logins are.' },
  { name: 'LOCALAPPDATA', meaning: 'On Windows, the folder in which the logins are.' },
  { name: 'HTTP_PROXY', meaning: 'Proxy for http addresses.', address: true },
  { name: 'HTTPS_PROXY', meaning: 'Proxy for https addresses.', address: true },
  { name: 'NO_PROXY', meaning: 'Hosts that are reached without the proxy.' },
  { name: 'http_proxy', meaning: 'As HTTP_PROXY, and before it.', address: true },
  { name: 'https_proxy', meaning: 'As HTTPS_PROXY, and before it.', address: true },
  { name: 'no_proxy', meaning: 'As NO_PROXY, and before it.' },
  { name: 'NODE_EXTRA_CA_CERTS', meaning: 'A file of further certificates to trust.' },
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
    { title: 'Variables that other programs know too', rows: rows(false) },
    {
      title: 'What CI systems say',
      text: 'Commit, branch, pull request and actor of the build are read from the variables of GitHub Actions, GitLab CI, Azure Pipelines, Bitbucket Pipelines, CircleCI and Jenkins; elsewhere git is asked for commit and branch. They stand in the JSON document of "topo push". "topo doctor" shows what was found; a flag or a variable of topo goes before it.',
    },
    {
      title: 'What goes before what',
      text: 'A flag goes before the environment, the environment before topo.config.json, and that before the profile. "topo config list" shows each setting and where it comes from.',
    },
    {
      title: 'The key',
      text: 'No flag takes it: what is typed can be seen by others. It comes from TOPO_API_KEY, else from TOPO_API_KEY_FILE, else from the profile that "topo login" made. A key from a variable goes to an address that only topo.config.json names after you have confirmed that address, once for each folder, on a terminal; elsewhere name it with --base-url or TOPO_BASE_URL.',
    },
  ],
}
