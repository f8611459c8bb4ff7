/** `topo init --ci`: writes a pipeline, and lists what it needs from the CI system. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomic } from '../../files/atomic.ts'
import { assertInside } from '../../files/path-containment.ts'
import type { InitFile } from './init-file.ts'
import { type PackageOrigin, packageOrigin, unreleasedAction } from './release.ts'
import { fitReusable, fitWorkflow, workflowFile } from './workflow.ts'

interface Pipeline {
  /** Path in the repository → file below `templates/ci`. */
  readonly files: Readonly<Record<string, string>>
  /** Remaining steps, one sentence each. */
  readonly todo: readonly string[]
  /** The first file also has other jobs: `--force` keeps it. What to do if it exists, as a sentence. */
  readonly kept?: string
  /** The same for previews on the service, which are only written on request. */
  readonly preview: Pick<Pipeline, 'files' | 'todo'>
  /** Fits a template to the project. */
  readonly adapt?: (template: string, choice: PipelineChoice) => string
}

const script = { 'ci/diagrams.sh': 'diagrams.sh' }
const shared = (place: string) =>
  `If other projects push with the same account, leave out "--all" in ${place}. ${ownSlugs}`
/** Two projects with one slug could only overwrite each other. */
const ownSlugs =
  'Give each project its own slugs: set a prefix in its topo.config.json, such as "slug": "payments-{name}".'
const previewByHand = {
  files: {},
  todo: [
    'Run "topo script review BASE --drafts pr-NUMBER" for a branch, and "topo script delete --drafts pr-NUMBER --yes" when it is closed.',
  ],
}
/** Templates of systems that cannot include a file. */
const copyJobs = (path: string, template: string) =>
  `${path} exists already: copy the jobs of ${template} into it. The package of topo contains that file.`

const pipelines = {
  github: {
    files: {
      '.github/workflows/diagrams.yml': 'github/diagrams.yml',
      '.github/workflows/diagrams-comment.yml': 'github/diagrams-comment.yml',
    },
    todo: [
      'Set the variable TOPO_BASE_URL and the secret TOPO_API_KEY of the repository, under Settings, Secrets and variables, Actions.',
      `If other projects push with the same account, write "all: false" in the job drift. ${ownSlugs}`,
    ],
    preview: { files: {}, todo: [] },
    adapt: fitWorkflow,
  },
  'github-reusable': {
    files: {
      '.github/workflows/diagrams-reusable.yml': 'github/diagrams.yml',
      'ci/diagrams.yml': 'github-caller.yml',
      'ci/diagrams-comment.yml': 'github/diagrams-comment.yml',
    },
    todo: [
      'Write the name of this repository into ci/diagrams.yml, and copy the two files of ci to .github/workflows of each repository.',
      'Let the other repositories use the workflows of this one, under Settings, Actions, General, Access.',
      'Set the variable TOPO_BASE_URL and the secret TOPO_API_KEY of the organisation, under Settings, Secrets and variables, Actions.',
      ownSlugs,
    ],
    preview: { files: {}, todo: [] },
    adapt: fitReusable,
  },
  gitlab: {
    files: {
      '.gitlab-ci.yml': 'gitlab/include.yml',
      '.gitlab/diagrams.yml': 'gitlab/diagrams.yml',
    },
    todo: [
      'Set the variables TOPO_BASE_URL and TOPO_API_KEY of the project, the key masked and protected, under Settings, CI/CD.',
      'Add a pipeline schedule for the drift check, under Build.',
      shared('.gitlab/diagrams.yml'),
    ],
    kept: 'Add "include: [{ local: .gitlab/diagrams.yml }]" to .gitlab-ci.yml.',
    preview: {
      files: { '.gitlab/diagrams-preview.yml': 'gitlab/diagrams-preview.yml' },
      todo: [
        'Add "- local: .gitlab/diagrams-preview.yml" under "include" in .gitlab-ci.yml, and make TOPO_API_KEY masked but not protected.',
      ],
    },
  },
  bitbucket: {
    files: { 'bitbucket-pipelines.yml': 'bitbucket-pipelines.yml', ...script },
    todo: [
      'Set the variables TOPO_BASE_URL and TOPO_API_KEY (secured) of the deployment environment "production", under Repository settings, Deployments.',
      'Add a schedule for the custom pipeline "diagrams-drift", under Pipelines.',
      shared('ci/diagrams.sh'),
    ],
    kept: copyJobs('bitbucket-pipelines.yml', 'templates/ci/bitbucket-pipelines.yml'),
    preview: previewByHand,
  },
  azure: {
    files: { 'ci/azure-pipelines.yml': 'azure-pipelines.yml', ...script },
    todo: [
      'Create a pipeline from ci/azure-pipelines.yml, with the variables TOPO_BASE_URL and TOPO_API_KEY (secret).',
      'In Azure Repos, also add the pipeline to the branch policy of main, as build validation.',
      shared('ci/diagrams.sh'),
    ],
    preview: previewByHand,
  },
  circleci: {
    files: { '.circleci/config.yml': 'circleci.yml', ...script },
    todo: [
      'Create the context "diagrams" with TOPO_BASE_URL and TOPO_API_KEY, under Organization settings, Contexts.',
      'Add a schedule trigger on main for the drift check, under Project settings, Triggers.',
      shared('ci/diagrams.sh'),
    ],
    kept: copyJobs('.circleci/config.yml', 'templates/ci/circleci.yml'),
    preview: previewByHand,
  },
  jenkins: {
    files: { 'ci/Jenkinsfile': 'Jenkinsfile', ...script },
    todo: [
      'Create a multibranch pipeline with the script path ci/Jenkinsfile, which merges pull requests with their target.',
      'Store the credentials topo-base-url and topo-api-key, of the kind secret text.',
      shared('ci/diagrams.sh'),
    ],
    preview: previewByHand,
  },
  shell: {
    files: script,
    todo: [
      'Give TOPO_BASE_URL and TOPO_API_KEY to the step that runs "sh ci/diagrams.sh publish".',
      shared('ci/diagrams.sh'),
    ],
    preview: previewByHand,
  },
} satisfies Record<string, Pipeline>

export type PipelineName = keyof typeof pipelines
export const pipelineNames = Object.keys(pipelines) as PipelineName[]

export interface PipelineChoice {
  name: PipelineName
  /** The top folder of the repository, the only one that CI systems read. */
  repository: string
  /** Folder of the project in the repository, with slashes; empty for the top. */
  folder: string
  packageRoot: string
  /** Overwrite existing files, except those that also contain other jobs. */
  force: boolean
  /** Also preview a pull request on the service, as private drafts. */
  preview: boolean
}

/** Writes the files, and overwrites only with `force`. Returns the remaining steps. */
export async function writePipeline(
  choice: PipelineChoice,
): Promise<{ items: InitFile[]; todo: string[] }> {
  const { name, packageRoot } = choice
  const { preview, ...pipeline } = pipelines[name] as Pipeline
  const parts = choice.preview ? [pipeline, preview] : [pipeline]
  const { version } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8'))
  const origin = await packageOrigin(packageRoot, version)

  const items: InitFile[] = []
  const todo = parts.flatMap((part) => part.todo)
  for (const [place, template] of parts.flatMap(({ files }) => Object.entries(files))) {
    const file = await pipelineFile({ place, template }, choice, origin)
    const isEntry = pipeline.kept !== undefined && file.path === Object.keys(pipeline.files)[0]
    const written = !existsSync(file.target) || (choice.force && !isEntry)
    items.push({ path: file.path, written, action: written ? 'written' : 'kept' })
    if (written) await writeAtomic(file.target, file.text)
    else if (pipeline.kept !== undefined && isEntry) todo.unshift(pipeline.kept)
    todo.unshift(...stepsFor(written ? file.text : await readFile(file.target, 'utf8'), origin))
  }
  return { items, todo: [...new Set(todo)] }
}

interface PipelineFile {
  /** In the repository. */
  readonly path: string
  /** Its absolute path. */
  readonly target: string
  readonly text: string
}

/** Fits a template into the repository. */
async function pipelineFile(
  { place, template }: { readonly place: string; readonly template: string },
  choice: PipelineChoice,
  origin: PackageOrigin,
): Promise<PipelineFile> {
  const { name, repository, packageRoot } = choice
  const path = name === 'github' ? workflowFile(place, choice) : place
  const target = join(repository, path)
  assertInside(repository, target, path)

  const source = await readFile(join(packageRoot, 'templates', 'ci', template), 'utf8')
  const { adapt } = pipelines[name] as Pipeline
  const fitted = adapt === undefined ? source : adapt(source, choice)
  return { path, target, text: origin.pin(fitted) }
}

/** The steps that are left with this text in place, also of an earlier run. */
const stepsFor = (text: string, origin: PackageOrigin): string[] => [
  ...(text.includes(unreleasedAction) ? [unreleased] : []),
  ...(text.includes(origin.source) ? origin.todo : []),
]

const unreleased = `topo is not released yet, so the workflow fails until ${unreleasedAction} is a release of the Action. Until then, let its steps run the script of "topo init --ci shell", which installs a packed file.`
