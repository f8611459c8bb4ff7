/** What the Action takes and gives; `action.yml` and the README's tables are generated from it. */

export interface InputDescription {
  readonly description: string
  /** Checked by the Action itself: the runner does not. */
  readonly required?: true
  readonly default?: string
}

export const inputs = {
  command: {
    description:
      'What to do: `validate`, `review` (validate, and draw what a pull request changes before and after; needs no key and sends nothing), `comment` (put what a review found on its pull request, from a `workflow_run`), `plan` (show what a push would do), `push`, or `publish` (push, and make public what does not say otherwise).',
    required: true,
  },
  paths: {
    description: 'Files, folders or patterns, one per line; without, all scripts of the project.',
  },
  'api-key': {
    description: 'Key of the service, from a secret. `validate`, `review` and `comment` need none.',
  },
  'base-url': {
    description:
      "Address of the service that the key is for. The key is not sent to an address that only the project's `topo.config.json` names.",
  },
  'working-directory': {
    description: 'Folder to work in, relative to the root of the repository.',
    default: '.',
  },
  'on-conflict': {
    description:
      'For a script that has changed on the service as well: `overwrite` (the repository is right; what was there is shown in the summary), `fail` or `skip`.',
    default: 'overwrite',
  },
  delete: {
    description: 'Delete scripts whose files are gone; only those that this checkout knows of.',
    default: 'false',
  },
  'review-folder': {
    description:
      'Where `review` writes its pictures, and `comment` reads what was found; without, `review` makes one among the temporary files.',
  },
  'fail-on': {
    description:
      'From which findings on `validate` and `review` fail, and `push` and `publish` fail and do not send the script: `none`, `warning` or `error`.',
    default: 'error',
  },
  comment: {
    description:
      'Keep one comment on the pull request: `true`, `false`, or a name where several steps keep one each.',
    default: 'false',
  },
  'github-token': {
    description: 'For the comment; needs `pull-requests: write`.',
    default: `\${{ github.token }}`,
  },
  'sarif-file': { description: 'Write the findings as SARIF to this file, for code scanning.' },
  shard: { description: 'Only a share of the scripts, such as `2/8`: the second of eight.' },
  'dry-run': { description: 'Write nothing on the service, only show what would be done.', default: 'false' },
} as const satisfies Record<string, InputDescription>

export type InputName = keyof typeof inputs

export const outputs = {
  changed: 'Whether anything was created, updated or deleted; for `plan`, whether a push would.',
  created: 'How many scripts were created.',
  updated: 'How many scripts were updated.',
  unchanged: 'How many scripts were the same on both sides.',
  failed: 'How many scripts could not be validated, planned or sent.',
  urls: 'Addresses of the public scripts that were created or updated, as a JSON array.',
  slugs: 'Slugs of all scripts that were looked at, as a JSON array.',
  findings: 'How many findings there are, hints included.',
  'review-folder': 'The folder that `review` has written, to be kept as an artifact.',
  'result-file': 'A JSON file with everything: findings, scripts, changes, the error if there was one.',
  conflict: 'Whether a script has changed on both sides, and was left alone.',
} as const

export type OutputName = keyof typeof outputs
