/** `topo init --ci`: writes a pipeline, and lists what it needs from the CI system. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomic } from '../../project/files/atomic.ts'
import type { InitFile } from './init-file.ts'
import { packageOrigin, unreleasedAction } from './release.ts'
import { fitWorkflow, workflowFile } from './workflow.ts'

interface Pipeline {
  /** Path in the repository → file below `templates/ci`. */
  readonly files: Readonly<Record<string, string>>
  /** Remaining steps, one sentence each. */
  readonly todo: readonly string[]
  /** The same for previews on the service, which are only written on request. */
  readonly preview: Omit<Pipeline, 'preview'>
}

const pipelines = {
  github: {
    files: {
      '.github/workflows/diagrams.yml': 'github/diagrams.yml',
      '.github/workflows/diagrams-comment.yml': 'github/diagrams-comment.yml',
    },
    todo: [
      'Set the variable TOPO_BASE_URL and the secret TOPO_API_KEY of the repository, under Settings, Secrets and variables, Actions.',
      'If other projects push with the same account, write "all: false" in the job drift.',
    ],
    preview: { files: {}, todo: [] },
  },
  gitlab: {
    files: {
      '.gitlab-ci.yml': 'gitlab/include.yml',
      '.gitlab/diagrams.yml': 'gitlab/diagrams.yml',
    },
    todo: [
      'Set the variables TOPO_BASE_URL and TOPO_API_KEY of the project, the key masked and protected, under Settings, CI/CD.',
      'Add a pipeline schedule for the drift check, under Build.',
    ],
    preview: {
      files: { '.gitlab/diagrams-preview.yml': 'gitlab/diagrams-preview.yml' },
      todo: [
        'Add "- local: .gitlab/diagrams-preview.yml" under "include" in .gitlab-ci.yml, and make TOPO_API_KEY masked but not protected.',
      ],
    },
  },
  shell: {
    files: { 'ci/diagrams.sh': 'diagrams.sh' },
    todo: ['Give TOPO_BASE_URL and TOPO_API_KEY to the step that runs "sh ci/diagrams.sh publish".'],
    preview: {
      files: {},
      todo: [
        'Run "topo script review BASE --drafts pr-NUMBER" for a branch, and "topo script delete --drafts pr-NUMBER --yes" when it is closed.',
      ],
    },
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
  /** Overwrite existing files, except `.gitlab-ci.yml`, which also contains other jobs. */
  force: boolean
  /** Also preview a pull request on the service, as private drafts. */
  preview: boolean
}

/** Writes the files, and overwrites only with `force`. Returns the remaining steps. */
export async function writePipeline(choice: PipelineChoice): Promise<{ items: InitFile[]; todo: string[] }> {
  const { name, repository, packageRoot, force } = choice
  const { preview, ...own } = pipelines[name] as Pipeline
  const parts = choice.preview ? [own, preview] : [own]
  const items: InitFile[] = []
  const { version } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8'))
  const origin = await packageOrigin(packageRoot, version)
  const left = parts.flatMap(({ todo }) => todo)
  for (const [place, template] of parts.flatMap(({ files }) => Object.entries(files))) {
    const path = name === 'github' ? workflowFile(place, choice) : place
    const file = join(repository, path)
    const isEntry = path === '.gitlab-ci.yml'
    const written = !existsSync(file) || (force && !isEntry)
    const source = await readFile(join(packageRoot, 'templates', 'ci', template), 'utf8')
    const text = name === 'github' ? fitWorkflow(source, choice) : source
    const pinned = origin.pin(text)
    if (written) await writeAtomic(file, pinned)
    else if (isEntry) left.unshift('Add "include: [{ local: .gitlab/diagrams.yml }]" to .gitlab-ci.yml.')
    items.push({ path, written, action: written ? 'written' : 'kept' })
    if (written && pinned !== text) left.unshift(...origin.todo)
    if (written && text.includes(unreleasedAction)) left.unshift(unreleased)
  }
  return { items, todo: [...new Set(left)] }
}

const unreleased = `Replace ${unreleasedAction} with a release of the Action: this copy of topo is not a release.`
