/** Which scripts of a project are meant, and what they are: read, or read and checked. */
import { type CheckedScript, checkScript, checkScripts } from '../check/check.ts'
import { checkerForFiles } from '../check/checker.ts'
import type { Project } from '../config/project.ts'
import { assertDistinctSlugs, type LocalScript, loadEachScript, loadScripts } from '../script/load.ts'
import { findScripts } from './find.ts'
import { inShard, type Shard } from './shard.ts'

export interface Selection {
  /** As typed; none means what the project includes. */
  paths: readonly string[]
  /** Nothing found is no error. */
  allowEmpty?: boolean | undefined
  /** One part of what was found. */
  shard?: Shard | undefined
}

/** The project's scripts, or those that were named: all that were found, for a shard is a matter of their slugs. */
export async function loadProject(project: Project, selection: Selection): Promise<LocalScript[]> {
  const scripts = await loadScripts(await filesOf(project, selection), loadOptionsOf(project))
  assertDistinctSlugs(scripts)
  return scripts
}

export interface CheckProgress {
  /** So many files. */
  onFound?: (files: number) => void
  onEach?: () => void
}

/** The verdicts on the scripts of a selection; where they are many, each is checked while others are still read. */
export async function checkProject(
  project: Project,
  selection: Selection,
  { onFound = () => {}, onEach = () => {} }: CheckProgress = {},
): Promise<CheckedScript[]> {
  const files = await filesOf(project, selection)
  onFound(files.length)
  const isMeant = ({ slug }: LocalScript) => selection.shard === undefined || inShard(slug, selection.shard)
  const checker = await checkerForFiles(files.length)
  if (checker === undefined) {
    const scripts = await loadScripts(files, loadOptionsOf(project))
    assertDistinctSlugs(scripts)
    return checkScripts(scripts.filter(isMeant), onEach)
  }
  try {
    const all = await loadEachScript(files, loadOptionsOf(project), async (script) => {
      const checked = isMeant(script) ? await checkScript(script, checker.examine) : undefined
      onEach()
      return { script, checked }
    })
    assertDistinctSlugs(all.map(({ script }) => script))
    return all.flatMap(({ checked }) => checked ?? [])
  } finally {
    await checker.close()
  }
}

function filesOf(
  { root, cwd, config, ignored }: Project,
  { paths, allowEmpty }: Selection,
): Promise<string[]> {
  const { include, exclude } = config
  return findScripts({ root, cwd, paths, include, exclude, ignored, allowEmpty })
}

const loadOptionsOf = ({ root, config: { defaults, rules } }: Project) => ({ root, defaults, rules })
