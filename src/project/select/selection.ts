/** Loads, or loads and checks, the selected scripts of a project. */

import { isBelow } from '../../files/path-containment.ts'
import {
  CHECKED_AT_ONCE,
  type CheckedScript,
  checkScript,
  checkScripts,
  type WantedOfCheck,
} from '../check/check.ts'
import { checkerForFiles } from '../check/checker.ts'
import type { Project } from '../config/project.ts'
import { duplicatesIn, reportDuplicate, reportDuplicates } from '../script/duplicate-slugs.ts'
import { fewAtATime } from '../script/few-at-a-time.ts'
import { type LocalScript, loadOptionsOf, loadScript, loadScripts } from '../script/load.ts'
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

/** Checks the selected scripts. */
export const checkProject = (
  project: Project,
  selection: Selection,
  progress: CheckProgress = {},
  wanted: WantedOfCheck = {},
): Promise<CheckedScript[]> =>
  checkAndKeep(project, selection, progress, { ...wanted, keep: (checked) => checked })

/** A run keeps a part of each script: many whole scripts take much memory. */
interface KeptOfCheck<Kept> extends WantedOfCheck {
  /** May be called twice for a script. */
  readonly keep: (checked: CheckedScript) => Kept
}

/**
 * Checks the selected scripts. If there are many, workers check scripts while others are still
 * read.
 */
export async function checkAndKeep<Kept>(
  project: Project,
  selection: Selection,
  { onFound = () => {}, onEach = () => {} }: CheckProgress,
  { keep, ...wanted }: KeptOfCheck<Kept>,
): Promise<Kept[]> {
  const files = await filesOf(project, selection)
  onFound(files.length)
  const isMeant = ({ slug }: LocalScript) =>
    selection.shard === undefined || inShard(slug, selection.shard)
  const options = loadOptionsOf(project)
  const checker = checkerForFiles(files.length)
  if (checker === undefined) {
    const scripts = await loadScripts(files, options)
    await reportDuplicates(scripts)
    return (await checkScripts(scripts.filter(isMeant), onEach, wanted)).map(keep)
  }
  try {
    const all = await fewAtATime(files, CHECKED_AT_ONCE, async (file) => {
      const script = await loadScript(file, options)
      const { path, slug } = script
      const kept = isMeant(script) ? [keep(await checkScript(script, checker.examine, wanted))] : []
      onEach()
      // A file outside may be a pipe, which cannot be read again.
      const outside = isBelow(project.root, file) ? undefined : script
      return { file, path, slug, outside, kept }
    })
    for (const [one, paths] of duplicatesIn(all)) {
      if (one.kept.length === 0) continue
      const script = one.outside ?? (await loadScript(one.file, options).catch(() => undefined))
      // The file was changed or removed meanwhile.
      if (script?.slug !== one.slug) continue
      await reportDuplicate(script, paths)
      one.kept = [keep(await checkScript(script, undefined, wanted))]
    }
    return all.flatMap(({ kept }) => kept)
  } finally {
    await checker.close()
  }
}

const filesOf = (
  project: Project,
  { paths, allowEmpty, onSkipped }: Selection,
): Promise<string[]> => findScripts({ ...project, ...project.config, paths, allowEmpty, onSkipped })
