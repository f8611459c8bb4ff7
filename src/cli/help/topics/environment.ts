/** `topo help environment`: the environment variables that topo reads, as data. */
import type { Topic } from './topic.ts'

/** Variables of topo first, then those that other programs read too. */
const meanings: Readonly<Record<string, string>> = {
  TOPO_API_KEY: 'The API key; takes precedence over profiles.',
  TOPO_API_KEY_FILE: 'A file with the API key, such as a mounted secret.',
  TOPO_KEY_HEADER: 'Header that contains the key, such as X-API-Key.',
  TOPO_HEADERS: 'Further headers for a gateway before the service: "Name: value", one per line.',
  TOPO_BASE_URL: 'Address of the service, or "local" for the embedded one.',
  TOPO_WEB_URL: 'Address of the web app that shows diagrams, if it differs from the service.',
  TOPO_GITLAB_TOKEN: 'Access token of a GitLab project, for "topo script review --gitlab-note".',
  TOPO_PROFILE: 'Profile (login on this machine) to use.',
  TOPO_CONFIG_HOME: 'Folder of the profiles, instead of ~/.config/topo.',
  TOPO_LOCAL_DATA: 'Data folder of the local service, instead of .topo/local.',
  TOPO_CACHE:
    'Folder for what makes topo faster, instead of ~/.cache/topo: its compiled code, and what it found in scripts; off turns that off.',
  TOPO_OUTPUT_FILE: 'Also write the JSON document to this file.',
  TOPO_BUDGET: 'Most requests of a command, retries included; same as --budget.',
  TOPO_COMMIT: 'The commit that is published, if topo cannot detect it.',
  TOPO_BRANCH: 'The branch of that commit.',
  TOPO_PULL_REQUEST: 'The number of its pull request.',
  TOPO_ACTOR: 'Who started the build.',
  TOPO_MCP_WRITES: 'Set to 1: like "topo mcp --allow-writes".',
  TOPO_NO_INPUT: 'Set to 1: never prompt.',
  TOPO_DEBUG: 'Set to 1: log requests and stack traces to stderr.',
  CI: 'Set by CI systems: never prompt.',
  GITHUB_ACTIONS: 'Set by GitHub: print findings as annotations.',
  GITHUB_WORKSPACE: 'Set by GitHub: folder of the repository.',
  NO_COLOR: 'Print no colours, if not empty.',
  FORCE_COLOR: 'Print colours also without a terminal.',
  TERM: '"dumb": print no colours, and redraw no lines.',
  LC_ALL: 'Locale; draw in ASCII on a terminal if it is not UTF-8.',
  LC_CTYPE: 'Like LC_ALL, if that is not set.',
  LANG: 'Like LC_CTYPE, if that is not set.',
  XDG_CONFIG_HOME: 'Folder used instead of ~/.config, for the profiles.',
  LOCALAPPDATA: 'On Windows, the folder for the profiles.',
  HTTP_PROXY: 'Proxy for http addresses, and for https addresses if HTTPS_PROXY is not set.',
  HTTPS_PROXY: 'Proxy for https addresses.',
  ALL_PROXY: 'Proxy for all addresses, if no other variable names one.',
  NO_PROXY: 'Hosts, domains and networks to reach without the proxy.',
  http_proxy: 'Like HTTP_PROXY, and takes precedence.',
  https_proxy: 'Like HTTPS_PROXY, and takes precedence.',
  all_proxy: 'Like ALL_PROXY, and takes precedence.',
  no_proxy: 'Like NO_PROXY, and takes precedence.',
  NODE_EXTRA_CA_CERTS: 'A file with additional certificates to trust.',
}

/** Their values are never shown. */
const secrets = ['TOPO_API_KEY', 'TOPO_HEADERS', 'TOPO_GITLAB_TOKEN']
/** Their values are addresses, which may contain a user, a password or a token. */
const addresses = ['TOPO_BASE_URL', 'TOPO_WEB_URL']

function kindOf(name: string): 'secret' | 'address' | 'proxy' | 'plain' {
  if (secrets.includes(name)) return 'secret'
  if (addresses.includes(name)) return 'address'
  return /^(http|https|all)_proxy$/i.test(name) ? 'proxy' : 'plain'
}

export const environmentVariables = Object.entries(meanings).map(([name, meaning]) => ({
  name,
  meaning,
  kind: kindOf(name),
}))

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
      text: 'topo reads commit, branch, pull request and actor of the build from the variables of GitHub Actions, GitLab CI, Azure Pipelines, Bitbucket Pipelines, CircleCI and Jenkins. Elsewhere git gives commit and branch. "topo push" adds them to its JSON document. A flag or a variable of topo takes precedence.',
    },
    {
      title: 'Precedence',
      text: 'Precedence: flag, environment, topo.config.json, profile. "topo config list" shows each setting and its source.',
    },
    {
      title: 'Proxies',
      text: 'A proxy is a host with a port, such as proxy.example.com:3128, or an address with http:// or https://. A password is percent-encoded. topo does not support SOCKS. NO_PROXY lists hosts (example.com also means its subdomains), addresses, networks such as 10.0.0.0/8, and patterns such as 192.168.*; a port may follow. Requests to GitHub and GitLab use the proxy too. topo always reaches this machine directly: localhost and names below it, 127.0.0.0/8 and ::1.',
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
