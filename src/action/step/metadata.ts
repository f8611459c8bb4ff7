/** Inputs and outputs of the Action; `action.yml` and the README's tables are generated from them. */

export interface InputDescription {
  readonly description: string
  readonly default?: string
}

export const inputs = {
  command: {
    description:
      'Command to run. `auto` follows from the event: a pull request: `review`; a closed one: `clean`; `workflow_run`: `comment`; a push to the default branch: `push`, to another one: `validate`; `schedule` and `workflow_dispatch`: `drift`. `validate`: validate the scripts. `review`: also draw the diagrams that a pull request changes, before and after. `comment`: comment the result of a review on its pull request. `plan`: show what a push would do. `push`: push local changes. `publish`: push, and publish scripts without `public: false`. `drift`: fail with exit code 3 if the service differs, and keep one issue with the differences. `clean`: delete the drafts of a pull request.',
    default: 'auto',
  },
  paths: {
    description: 'Files, folders or patterns, one per line. Default: all scripts of the project.',
  },
  'api-key': {
    description:
      'API key of the service, from a secret. `validate`, `review` and `comment` need no key.',
  },
  'base-url': {
    description:
      "URL of the service that the key belongs to. The key is never sent to a URL that is only in the project's `topo.config.json`.",
  },
  'web-url': {
    description:
      "URL of the web app, for links to diagrams. If only the project's `topo.config.json` names it, on another host than the service, it is not used.",
  },
  'key-header': {
    description:
      'Header that contains the key, such as `X-API-Key`. Default: `Authorization: Bearer`.',
  },
  headers: {
    description:
      'Further headers for a gateway before the service, from secrets: `Name: value`, one per line. Sent only to the service.',
  },
  'working-directory': {
    description: 'Folder to work in, relative to the root of the repository.',
    default: '.',
  },
  'on-conflict': {
    description:
      'What to do if a script has also changed on the service: `overwrite` (the summary shows the overwritten changes), `fail` or `skip`.',
    default: 'overwrite',
  },
  adopt: {
    description:
      'Also overwrite scripts that this repository never synced. Otherwise they are conflicts, even with `on-conflict: overwrite`.',
    default: 'false',
  },
  'if-newer': {
    description:
      'Do not overwrite or delete a script that was published after this commit was made, unless it is from its history. So an old job that runs again changes nothing (exit code 6). Needs git, and `fetch-depth: 0` for actions/checkout.',
    default: 'true',
  },
  incremental: {
    description:
      'Look only at scripts that changed since the last successful push, and at all once a week. Needs `fetch-depth: 0`, and a cache of `.topo/remote.json`; else the push looks at all scripts.',
    default: 'true',
  },
  'max-wait': {
    description: 'Seconds to wait for a service that is away or limits requests. Default: 60.',
  },
  budget: {
    description: 'Most requests of the step; then it stops with exit code 75. Default: no limit.',
  },
  delete: {
    description: 'Delete remote scripts that this checkout knows and whose files are gone.',
    default: 'false',
  },
  drafts: {
    description:
      'For `review`: also create private drafts of the changed diagrams on the service, with share URLs; needs a key. For `clean`: delete them.',
    default: 'false',
  },
  all: {
    description:
      'For `drift`: also report scripts that are only on the service. Use `false` if other repositories push with the same account.',
    default: 'true',
  },
  against: {
    description:
      'For `drift`: compose files to compare with all diagrams, one per line. A service that no diagram draws, and a node that does not run, are differences too.',
  },
  'review-folder': {
    description:
      'Folder that `review` writes to and `comment` reads from. Default: `review` creates a temporary folder.',
  },
  'fail-on': {
    description:
      'Lowest severity of findings that makes the step fail: `none`, `warning` or `error`. `push` and `publish` also skip the script.',
    default: 'error',
  },
  comment: {
    description:
      'Keep one comment on the pull request up to date: `true`, `false`, or its name. With `true`, each command, folder, shard and list of paths has a separate comment.',
    default: 'false',
  },
  'github-token': {
    description:
      'Token for the comment, which needs `pull-requests: write`, and for the issue of `drift`, which needs `issues: write`.',
    default: `\${{ github.token }}`,
  },
  'sarif-file': { description: 'Write the findings as SARIF to this file, for code scanning.' },
  shard: { description: 'Process one part of the scripts, such as `2/8`: the second of eight.' },
  'dry-run': {
    description: 'Show what would be done, without changing anything on the service.',
    default: 'false',
  },
} as const satisfies Record<string, InputDescription>

export type InputName = keyof typeof inputs

export const outputs = {
  changed: '`true` if anything was created, updated or deleted; for `plan`, if a push would do so.',
  created: 'Number of created scripts.',
  updated: 'Number of updated scripts.',
  unchanged: 'Number of scripts that are the same on both sides.',
  failed: 'Number of scripts that could not be validated, planned or sent.',
  urls: 'URLs of the public scripts that were created or updated, as a JSON array.',
  slugs: 'Slugs of all processed scripts, as a JSON array.',
  findings: 'Number of findings, including hints.',
  'review-folder': 'Folder that `review` wrote, to upload as an artifact.',
  'result-file': 'JSON file with the full result: findings, scripts, changes, error.',
  conflict:
    '`true` if a script was skipped because it changed on both sides, or because a newer commit published it.',
} as const

export type OutputName = keyof typeof outputs
