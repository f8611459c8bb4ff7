/** `against.diagrams` in the settings: the diagrams that are compared with compose files. */
import type { CheckedScript } from '../project/check/check.ts'
import { invalidSetting } from '../project/config/config.ts'
import type { Project } from '../project/config/project.ts'
import { isSameSlug } from '../project/script/duplicate-slugs.ts'
import { findScripts } from '../project/select/find-scripts.ts'
import { nearest } from '../text/nearest.ts'

/**
 * All diagrams without the setting.
 * @throws usage error `TOPO_CONFIG_INVALID` at the place of a name that means no diagram.
 */
export async function comparedDiagrams(
  project: Project,
  checked: readonly CheckedScript[],
): Promise<readonly CheckedScript[]> {
  const names = project.config.against?.diagrams
  if (names === undefined) return checked
  const meant = new Set<CheckedScript>()
  for (const [index, name] of names.entries()) {
    const diagrams = await diagramsNamed(name, project, checked)
    if (diagrams.length === 0) throw await unknownDiagram(index, name, project, checked)
    for (const diagram of diagrams) meant.add(diagram)
  }
  return checked.filter((one) => meant.has(one))
}

/** A slug, or a file, folder or pattern below the project root. */
async function diagramsNamed(
  name: string,
  project: Project,
  checked: readonly CheckedScript[],
): Promise<readonly CheckedScript[]> {
  const withSlug = checked.filter(({ script }) => isSameSlug(script.slug, name))
  if (withSlug.length > 0) return withSlug
  const { root, ignored } = project
  const files = await findScripts({ root, cwd: root, ignored, paths: [name], allowEmpty: true })
  const found = new Set(files)
  return checked.filter(({ script }) => found.has(script.file))
}

function unknownDiagram(
  index: number,
  name: string,
  { root }: Project,
  checked: readonly CheckedScript[],
) {
  const near = nearest(
    name,
    checked.map(({ script }) => script.slug),
  )
  return invalidSetting(
    root,
    ['against', 'diagrams', index],
    `${JSON.stringify(name)} means no diagram of the project`,
    near === undefined
      ? 'Write slugs, or files, folders and patterns below the folder of topo.config.json.'
      : `Did you mean "${near}"?`,
  )
}
