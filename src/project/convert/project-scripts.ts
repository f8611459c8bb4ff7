/** The scripts that a project has already: their ids are looked at before new ones are chosen. */
import { isFile } from '../../files/is-file.ts'
import { type CheckedScript, checkScript } from '../check/check.ts'
import type { Project } from '../config/project.ts'
import { loadOptionsOf, loadScript } from '../script/load.ts'
import { checkProject } from '../select/selection.ts'
import { makeDistinct } from './distinct-ids.ts'
import type { ScriptOnDisk, WantedScript } from './wanted-script.ts'

export class ProjectScripts {
  readonly #project: Project
  /** By absolute path, also scripts that were read at the place of a new one. */
  readonly #scripts: Map<string, ScriptOnDisk>

  static async read(project: Project): Promise<ProjectScripts> {
    const selection = { paths: [], allowEmpty: true }
    return new ProjectScripts(
      project,
      await checkProject(project, selection, {}, { outline: true }),
    )
  }

  private constructor(project: Project, checked: readonly CheckedScript[]) {
    this.#project = project
    this.#scripts = new Map(checked.map((one) => [one.script.file, onDisk(one)]))
  }

  /** The script in a file, even if the project does not include it. One that does not run draws nothing. */
  async at(file: string): Promise<ScriptOnDisk | undefined> {
    const known = this.#scripts.get(file)
    if (known !== undefined) return known
    if (!(await isFile(file))) return undefined
    const script = await loadScript(file, loadOptionsOf(this.#project))
    const found = onDisk(await checkScript(script, undefined, { outline: true }))
    this.#scripts.set(file, found)
    return found
  }

  /** All except those in some files. */
  except(files: ReadonlySet<string>): ScriptOnDisk[] {
    return [...this.#scripts].flatMap(([file, script]) => (files.has(file) ? [] : script))
  }
}

/** @param force scripts on disk are overwritten, so they may get other ids */
export async function chooseIds(
  scripts: readonly WantedScript[],
  onDiskNow: ProjectScripts,
  force: boolean,
): Promise<void> {
  const wanted = scripts.filter(({ isOnDisk }) => force || !isOnDisk)
  const files = new Set(wanted.map(({ place }) => place.file))
  makeDistinct(wanted, onDiskNow.except(files))
}

const onDisk = ({ script, outline }: CheckedScript): ScriptOnDisk => ({
  namespace: script.metadata.namespace,
  nodes: outline?.nodes ?? [],
})
