/** The files of a folder are a set: pages and SVG files lead to the others that draw the same node, and pages to their index. */
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { KnownError } from '../../../errors.ts'
import { valueFor } from '../../../grouped.ts'
import { readFileIfExists } from '../../../limits/files.ts'
import { type CheckedScript, checkScripts, hasErrors } from '../../../project/check/check.ts'
import type { Project } from '../../../project/config/project.ts'
import type { LocalScript } from '../../../project/script/load.ts'
import { SLUG } from '../../../project/script/metadata.ts'
import { loadProject } from '../../../project/select/selection.ts'
import { OtherDiagrams, type OtherPlace, type SetMember } from '../../../query/other-diagrams.ts'
import { addressOfNode, noSet, type PictureSet } from '../../../render/index.ts'
import type { RecordedPicture } from '../../../review/refresh/find-files.ts'
import type { DrawnNodes, PictureNames } from '../../../review/refresh/known-drawing.ts'
import { forPicture } from '../../../text/safe/for-picture.ts'
import { folderTarget, type RenderTarget } from './choose-target.ts'
import { hasFileOfIndex, isSiteIndex } from './site-index.ts'

/** Returns the set of a picture. */
export type SetOf = (script: LocalScript, picture: Pick<PictureNames, 'nodes'>) => PictureSet

const alone: SetOf = () => noSet

/** True if the files of this target may lead to each other. */
export const isSet = ({ format, boundary }: RenderTarget): boolean =>
  boundary !== undefined && (format === 'svg' || format === 'html')

/** @param drawn scripts with their outlines */
export async function pictureSets(
  drawn: readonly DrawnNodes[],
  target: RenderTarget | undefined,
  project: Project,
): Promise<SetOf> {
  if (target === undefined || !isSet(target)) return alone
  const own = new Set(drawn.map(({ checked }) => checked.script.slug))
  const others = target.isWhole ? [] : await checkedIn(target, project, own)
  const members = [...drawn.flatMap(memberOf), ...others.map((checked) => ({ checked }))]
  return setAmong(members, target, await indexOf(drawn, target))
}

function setAmong(
  members: readonly SetMember[],
  { file, format }: RenderTarget,
  index: string | undefined,
): SetOf {
  const elsewhere = new OtherDiagrams(members)
  const hrefOf = ({ script, id }: OtherPlace): string => {
    const address = encodeURIComponent(basename(file?.(script.slug) ?? ''))
    return format === 'html' ? `${address}#${addressOfNode(id)}` : address
  }
  return (script, { nodes }) => ({
    index,
    elsewhere: new Map(
      nodes.flatMap(({ key, id }) => {
        const { places, count } = elsewhere.of(script, id)
        const links = places.map((place) => ({
          title: forPicture(place.script.content.name),
          href: hrefOf(place),
        }))
        return count === 0 ? [] : [[key, { links, count }] as const]
      }),
    ),
  })
}

/**
 * The sets of pictures that git tracks. Each picture is drawn by itself; the other scripts of its
 * folder are checked once.
 */
export class RecordedSets {
  readonly #project: Project
  /** By format and folder. */
  readonly #checked = new Map<string, Promise<CheckedScript[]>>()
  /** The path of the index of a folder, by format and folder. */
  readonly #indexes = new Map<string, Promise<string | undefined>>()

  constructor(project: Project) {
    this.#project = project
  }

  /** @param drawn with its outline */
  async setOf({ file, record }: RecordedPicture, drawn: DrawnNodes): Promise<PictureSet> {
    const { picture, checked } = drawn
    if (!record.isInSet || picture === undefined) return noSet
    const folder = dirname(file)
    const { format } = record.form
    const target = folderTarget(folder, { format, isWhole: false })
    const all = await valueFor(this.#checked, `${format} ${folder}`, () =>
      checkedIn(target, this.#project),
    )
    const { slug } = checked.script
    const others = all.filter((one) => one.script.slug !== slug)
    const members = [...memberOf(drawn), ...others.map((one) => ({ checked: one }))]
    return setAmong(members, target, await indexOf([drawn], target))(checked.script, picture)
  }

  /** The path of the index of a page; undefined if it has none, or one that cannot be read. */
  async indexBeside({ file, record }: RecordedPicture): Promise<string | undefined> {
    if (!record.isInSet) return undefined
    const folder = dirname(file)
    const { format } = record.form
    return valueFor(this.#indexes, `${format} ${folder}`, async () => {
      const target = folderTarget(folder, { format, isWhole: false })
      const index = await indexOf([], target).catch(() => undefined)
      return index === undefined ? undefined : join(folder, index)
    })
  }
}

const memberOf = ({ checked, picture }: DrawnNodes): SetMember[] =>
  picture ? [{ checked, ids: new Set(picture.nodes.map(({ id }) => id)) }] : []

/**
 * Scripts of the project whose files lie in the folder, so that a choice of scripts is drawn as all
 * together are.
 */
async function checkedIn(
  { file, boundary }: RenderTarget,
  project: Project,
  except: ReadonlySet<string> = new Set(),
): Promise<CheckedScript[]> {
  if (file === undefined || boundary === undefined) return []
  const ownFiles = new Set([...except].map((slug) => basename(file(slug))))
  const files = await readdir(boundary).catch(() => [])
  const otherFiles = new Set(files.filter((name) => !ownFiles.has(name)))
  if (otherFiles.size === 0) return []
  const isMeant = ({ slug }: LocalScript) => SLUG.test(slug) && otherFiles.has(basename(file(slug)))
  return (await checkedOf(project, isMeant)).filter((checked) => !hasErrors(checked))
}

/** Problems of scripts that are not drawn do not stop the others. */
async function checkedOf(
  project: Project,
  isMeant: (script: LocalScript) => boolean,
): Promise<CheckedScript[]> {
  try {
    const scripts = await loadProject(project, { paths: [], allowEmpty: true })
    return await checkScripts(scripts.filter(isMeant), undefined, { outline: true })
  } catch (error) {
    if (error instanceof KnownError) return []
    throw error
  }
}

/** The name of the index that this run writes, or that an earlier one did. */
async function indexOf(
  drawn: readonly DrawnNodes[],
  target: RenderTarget,
): Promise<string | undefined> {
  const { format, index, boundary } = target
  if (format !== 'html' || boundary === undefined) return undefined
  if (index !== undefined) return hasFileOfIndex(drawn, target) ? undefined : INDEX
  const bytes = await readFileIfExists('replaced', join(boundary, INDEX), INDEX)
  return bytes !== undefined && isSiteIndex(bytes) ? INDEX : undefined
}

const INDEX = 'index.html'
