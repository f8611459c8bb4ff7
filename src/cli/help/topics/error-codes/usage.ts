/** Error codes of wrong input or configuration: exit code 2. */
import type { ErrorCodeRows } from './row.ts'

export const usageCodes: ErrorCodeRows = {
  TOPO_ADDRESS_UNCONFIRMED: [
    'Only topo.config.json names the address, so topo sends no key there, and does not use it as the web app.',
    'If it is yours, set TOPO_BASE_URL or TOPO_WEB_URL, as the message says.',
  ],
  TOPO_BASELINE_INVALID: [
    'The baseline file does not exist, cannot be read, or is not a baseline of topo.',
    'Restore it, or create another one with "topo validate --write-baseline FILE".',
  ],
  TOPO_BASE_URL_INVALID: [
    'The base URL, or the address of the web app, is not valid.',
    'Set a URL such as https://diagrams.example.com, or add --local.',
  ],
  TOPO_CONFIG_INVALID: [
    'The file topo.config.json or .topoignore has an invalid value, an unknown key or an unusable pattern.',
    'Correct the place that the message names; --no-ignore ignores .topoignore once.',
  ],
  TOPO_FILE_EXISTS: [
    'The file or folder already exists with other content.',
    'Choose another name, or add --force if the hint names it.',
  ],
  TOPO_FOLDER_LINK: [
    'The .topo folder, or a name in it, is a symbolic link or a file.',
    'Remove it; topo stores its state and backups in a real folder.',
  ],
  TOPO_HEADER_INVALID: [
    'A header of TOPO_HEADERS, TOPO_KEY_HEADER, a profile or a flag cannot be sent.',
    'Write one "Name: value" per line, without headers that topo or the connection sets.',
  ],
  TOPO_INPUT_TOO_LARGE: [
    'A file, the standard input or the output of a command exceeds a limit of topo.',
    'Split the input, or follow the hint.',
  ],
  TOPO_KEY_INVALID: [
    'The value cannot be an API key, or its file cannot be read, so it is not sent.',
    'Copy the key again, or correct the path; a key is one word that starts with "ca_".',
  ],
  TOPO_MOCK_INPUT: [
    'A fault or a setting of the embedded service is not valid.',
    'Correct the value that the message names.',
  ],
  TOPO_NEEDS_CONFIRMATION: [
    'The command needs a confirmation, or a proof that the key belongs to the account to delete.',
    'Add --yes; to delete an account, add --confirm with the value that the hint names.',
  ],
  TOPO_NEEDS_CONSENT: [
    'A subscription has recurring charges and needs consent, so nothing was ordered.',
    'Read the policy, then add --accept-recurring, and --policy-version with its current version.',
    ['refused'],
  ],
  TOPO_NOT_UTF8: [
    'A file or standard input is not UTF-8 text, such as UTF-16 of PowerShell.',
    'Save the file as UTF-8, or convert it with iconv -t UTF-8.',
  ],
  TOPO_NO_DIAGRAM: [
    'The file has no diagram that topo converts.',
    'Name a file of Mermaid, Compose or Structurizr; --from names the language.',
  ],
  TOPO_NO_FILES: [
    'No script matches the arguments.',
    'Check the path; topo finds files named <slug>.topology.js or .ts.',
  ],
  TOPO_NO_FOLDER: [
    'The folder to work in does not exist.',
    'Check its path; topo does not use a folder above it instead.',
  ],
  TOPO_NO_GIT: [
    'The command needs git and a repository.',
    'Install git and run topo inside a clone, or name the files. "topo doctor" checks git.',
  ],
  TOPO_NO_SERVICE: [
    'No service is configured.',
    'Run "topo login", set TOPO_BASE_URL, or add --local.',
  ],
  TOPO_NO_SOURCE: [
    'The file or folder to import or convert does not exist, or contains nothing to import.',
    'Name a file or folder with content, or - for standard input.',
  ],
  TOPO_PACKAGE_MISSING: [
    'A binary that topo needs was not installed for this machine.',
    'Install topo again on this machine, with its optional dependencies.',
  ],
  TOPO_PLAN_INVALID: [
    'The plan is not for this topo, this project or this service, or cannot be read.',
    'Create another plan with --plan-out, or use the project or service of the plan.',
  ],
  TOPO_PROFILES_DAMAGED: [
    'The file with the profiles (logins on this machine) cannot be read.',
    'Fix the file or delete it, then run "topo login" again.',
  ],
  TOPO_PROFILE_ELSEWHERE: [
    'The key of the profile is for another address, and topo never sends it elsewhere.',
    'Remove --profile, or run "topo login" for that address.',
  ],
  TOPO_PROXY_INVALID: [
    'The value of HTTPS_PROXY, HTTP_PROXY or ALL_PROXY is not the address of a proxy.',
    'Write the variable that the message names like http://proxy.example.com:3128, or unset it.',
  ],
  TOPO_READ_ONLY: [
    'The tool changes diagrams on the service, but this server is read-only.',
    'Start the server with "topo mcp --allow-writes" or TOPO_MCP_WRITES=1 to allow it.',
  ],
  TOPO_STATE_CORRUPT: [
    'The file with the sync records, .topo/state.json, cannot be read, or is a symbolic link.',
    'Delete it; topo then compares with the service again.',
  ],
  TOPO_UNKNOWN_COLLECTION: [
    'You have no collection with this name.',
    'Run "topo collections list" to see your collections.',
  ],
  TOPO_UNKNOWN_PROFILE: [
    'No profile (login on this machine) has this name.',
    'Create it with "topo login --profile NAME".',
  ],
  TOPO_UNKNOWN_REVISION: [
    'git does not know the revision.',
    'Give a branch, a tag or a commit; in CI, fetch it first.',
  ],
  TOPO_UNKNOWN_WORKSPACE: [
    'You have no workspace with this name, or several.',
    'Run "topo workspaces list --json" to see their ids.',
  ],
  TOPO_USAGE: [
    'A command, flag, argument, input or value is not valid.',
    'Do what the hint says, or run the command with --help to see what it accepts.',
  ],
}
