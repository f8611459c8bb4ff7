/** Fits a workflow for GitHub to a project: its folder in the repository, and whether pull requests are previewed. */

export interface WorkflowPlace {
  /** Folder of the project in the repository, with slashes; empty for the top. */
  folder: string
  /** Also preview pull requests on the service. */
  preview: boolean
}

/** Every project of a repository has its own workflow files. */
export const workflowFile = (path: string, { folder }: WorkflowPlace): string =>
  folder === '' ? path : path.replace(/\.yml$/, `-${nameOf(folder)}.yml`)

/** @param text of a template, which is for a project at the top */
export function fitWorkflow(text: string, { folder, preview }: WorkflowPlace): string {
  const section = /^ *# begin preview\n([\s\S]*?)^ *# end preview\n/gm
  const chosen = text.replace(section, (_, content: string) => (preview ? content : ''))
  if (folder === '') return chosen
  const name = nameOf(folder)
  // Other files may be imported from anywhere, but rarely are.
  const filter = `    paths: [${quote(`${escapeGlob(folder)}/**`)}, '.github/workflows/*-${name}.yml'] # add what the scripts import from elsewhere\n`
  return chosen
    .replace(/(?<=^name: |workflows: \[)Diagrams\b/gm, () => `Diagrams ${name}`)
    .replace(/(?<=PROJECT: )\./, () => quote(folder))
    .replace(/^ {2}(?:pull_request|push):\n/gm, (line) => line + filter)
    .replace(
      /(?<=^ *)all: true # .*$/m,
      'all: false # true, if only this project pushes with its account',
    )
    .replace(/(?<=comment: )topo\b/, () => name)
}

/** The events of a called workflow are those of its caller, so its jobs stay as they are. */
const CALLED = `on:
  workflow_call:
    inputs:
      base-url: { type: string, default: '' } # a review needs no service
      project: { type: string, default: . } # the folder with topo.config.json
      all: { type: boolean, default: false } # true, if only this repository pushes with its account
      budget: { type: string, default: '' }
    secrets:
      TOPO_API_KEY: { required: false } # pull requests of forks have none
`

const reusableParts: readonly (readonly [RegExp, string])[] = [
  [/^/, '# Other repositories call this workflow, as ci/diagrams.yml shows.\n#\n'],
  [/(?<=^ {2}PROJECT: )\. #.*$/m, input('project')],
  [/(?<=^ *all: )true #.*$/m, input('all')],
  [/(?<=^ *base-url: ).*$/gm, input('base-url')],
  [/(?<=^ *budget: ).*$/gm, input('budget')],
  [/^on:\n(?: .*\n)+/m, CALLED],
]

function input(name: string): string {
  return `\${{ inputs.${name} }}`
}

/** The workflow that other repositories call, or with its comment and its caller the text as it is. */
export function fitReusable(text: string, { preview }: WorkflowPlace): string {
  const fitted = fitWorkflow(text, { folder: '', preview })
  if (!/^ {2}PROJECT: /m.test(fitted)) return fitted
  return reusableParts.reduce((result, [from, to]) => result.replace(from, () => to), fitted)
}

const nameOf = (folder: string): string => folder.replace(/[^A-Za-z0-9._-]+/g, '-').slice(-40)

/** A string of YAML. */
const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

const escapeGlob = (path: string): string => path.replace(/[*?+[\]!\\]/g, '\\$&')
