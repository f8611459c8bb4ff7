/** Chooses the file and the slug of the script of a diagram: the same in each run, and unique in the project. */
import path from 'node:path'
import { isInside } from '../../files/path-containment.ts'
import { projectPath } from '../../files/root.ts'
import { valueFor } from '../../grouped.ts'
import { uniqueNames } from '../../text/numbered-ids.ts'
import type { Project } from '../config/project.ts'
import { withoutDeviceName } from '../script/file-name.ts'
import { defaultMetadata, defaultSlugOf, type Metadata, slugify } from '../script/metadata.ts'

const MOST_NAME = 60

export interface ScriptPlace {
  /** Absolute. */
  readonly file: string
  readonly slug: string
  /** Values that the header need not say. */
  readonly defaults: Metadata
  readonly name: string
}

export class ScriptPlaces {
  readonly #project: Project
  /** Absolute folder of the scripts. */
  readonly #into: string
  /** The file that has a slug, as absolute path. */
  readonly #files = new Map<string, string>()
  /** Names of files, unique in each folder. */
  readonly #names = new Map<string, (name: string) => string>()

  /** @param slugs those of the project's scripts, by absolute path */
  constructor(project: Project, into: string, slugs: ReadonlyMap<string, string>) {
    this.#project = project
    this.#into = into
    for (const [file, slug] of slugs) this.#files.set(slug, file)
  }

  /**
   * @param source absolute path of the source
   * @param wanted the name of the diagram
   */
  placeOf(source: string, wanted: string): ScriptPlace {
    const folder = this.#folderOf(source)
    const name = this.#nameIn(folder, wanted)
    const fileName = withoutDeviceName(name)
    const file = this.#fileOf(folder, fileName)
    const slug = this.#slugOf(file, this.#usualSlug(folder, name), folder)
    const { defaults } = this.#project.config
    return {
      file,
      slug,
      name,
      defaults: defaultMetadata(this.#usualSlug(folder, fileName), defaults),
    }
  }

  /**
   * The folder of the source below the root, so that a script has the same place whatever was named. Scripts in folders that
   * begin with a dot would not be found.
   */
  #folderOf(source: string): string {
    const { root } = this.#project
    const folder = path.dirname(source)
    if (!isInside(root, folder)) return ''
    const base = isInside(this.#into, folder) ? this.#into : root
    const segments = path.relative(base, folder).split(path.sep)
    return segments.map((segment) => segment.replace(/^\.+/, '')).join('/')
  }

  #fileOf(folder: string, name: string): string {
    return path.join(this.#into, folder, `${name}.topology.js`)
  }

  #usualSlug(folder: string, name: string): string {
    const { root, config } = this.#project
    return defaultSlugOf(projectPath(root, this.#fileOf(folder, name)), config.defaults)
  }

  #nameIn(folder: string, wanted: string): string {
    const short = slugify(wanted).slice(0, MOST_NAME).replace(/-+$/, '') || 'diagram'
    return valueFor(this.#names, folder, () => uniqueNames())(short)
  }

  /** The usual slug; one that begins with the folder, then with all folders, then ends with a number, if another file has it. */
  #slugOf(file: string, usual: string, folder: string): string {
    const withFolder = (name: string) => [slugify(name), usual].filter(Boolean).join('-')
    const longest = withFolder(folder)
    const candidates = [usual, withFolder(path.posix.basename(folder)), longest]
    let slug = candidates.find((candidate) => this.#isFree(candidate, file)) ?? longest
    for (let number = 2; !this.#isFree(slug, file); number++) slug = `${longest}-${number}`
    this.#files.set(slug, file)
    return slug
  }

  #isFree(slug: string, file: string): boolean {
    return (this.#files.get(slug) ?? file) === file
  }
}
