/** Loads, or loads and checks, the selected scripts of a project. */
import {
  type CheckedScript,
  checkScript,
  checkScripts,
  type WantedOfCheck,
} from '../check/check.ts'
import { checkerForFiles } from '../check/checker.ts'
import type { Project } from '../config/project.ts'
import { reportDuplicates } from '../script/duplicate-slugs.ts'
import { type LocalScript, loadEachScript, loadOptionsOf, loadScripts } from '../script/load.ts'
import { type FindOptions, findScripts } from './find-scripts.ts'
import { inShard, type Shard } from './shard.ts'

export interface Selection {
  /** The paths that were typed; empty means the files that the project includes. */
  paths: readonly string[]
  /** Do not fail if no scripts are found. */
  allowEmpty?: boolean | undefined
  /** Called with the symbolic links that are not read, if there are any. */
  onSkipped?: FindOptions['onSkipped']
  /** Only one part of the found scripts. */
  shard?: Shard | undefined
}

/** Loads all selected scripts. Ignores the shard, which depends on loaded slugs. */
export async function loadProject(project: Project, selection: Selection): Promise<LocalScript[]> {
  const scripts = await loadScripts(await filesOf(project, selection), loadOptionsOf(project))
  await reportDuplicates(scripts)
  return scripts
}

export interface CheckProgress {
  /** Called with the number of files. */
  onFound?: (files: number) => void
  onEach?: () => void
}

/** Checks the selected scripts. If there are many, workers check scripts while others are still read. */
export async function checkProject(
  project: Project,
  selection: Selection,
  { onFound = () => {}, onEach = () => {} }: CheckProgress = {},
  wanted: WantedOfCheck = {},
): Promise<CheckedScript[]> {
  const files = await filesOf(project, selection)
  onFound(files.length)
  const isMeant = ({ slug }: LocalScript) =>
    selection.shard === undefined || inShard(slug, selection.shard)
  const checker = checkerForFiles(files.length)
  if (checker === undefined) {
    const scripts = await loadScripts(files, loadOptionsOf(project))
    await reportDuplicates(scripts)
    return checkScripts(scripts.filter(isMeant), onEach, wanted)
  }
  try {
    const all = await loadEachScript(files, loadOptionsOf(project), async (script) => {
      const checked = isMeant(script)
        ? await checkScript(script, checker.examine, wanted)
        : undefined
      onEach()
      return { script, checked }
    })
    const duplicates = await reportDuplicates(all.map(({ script }) => script))
    return await Promise.all(
      all.flatMap(({ script, checked }) =>
        checked && duplicates.has(script)
          ? checkScript(script, undefined, wanted)
          : (checked ?? []),
      ),
    )
  } finally {
    await checker.close()
  }
}

const filesOf = (
  project: Project,
  { paths, allowEmpty, onSkipped }: Selection,
): Promise<string[]> => findScripts({ ...project, ...project.config, paths, allowEmpty, onSkipped })
