/** The services of compose files, and the things in diagrams that stand for them. */

import type { Drawing } from '../convert/index.ts'
import type { Place } from '../files/position.ts'
import { keyedBy } from '../grouped.ts'
import type { Project } from '../project/config/project.ts'
import { linesIn } from '../text/line-ends.ts'
import { type Architecture, matchesPattern } from './architecture.ts'

export interface ComposeFile {
  /** Relative to the project root. */
  readonly path: string
  readonly text: string
  readonly drawing: Drawing
}

export interface ServiceCall {
  readonly from: string
  readonly to: string
  readonly place: Place
}

export type AgainstSettings = NonNullable<Project['config']['against']>

/** The services and pairs of all compose files, in the order of the files, each with its first place. */
export class ComposeServices {
  readonly services = new Map<string, Place>()
  /** By `pairOf` both ends. */
  readonly calls = new Map<string, ServiceCall>()
  readonly #drawings: readonly Drawing[]

  constructor(files: readonly ComposeFile[]) {
    this.#drawings = files.map(({ drawing }) => drawing)
    for (const file of files) this.#add(file)
  }

  /** A file says nothing about services of other files. */
  areInOneFile(...names: readonly string[]): boolean {
    return this.#drawings.some(({ nodes }) =>
      names.every((name) => nodes.some(({ id }) => id === name)),
    )
  }

  #add({ path, text, drawing }: ComposeFile): void {
    const lines = linesIn(text)
    const services = drawing.nodes.filter(({ external }) => !external)
    for (const { id, line } of services) {
      if (!this.services.has(id)) this.services.set(id, placeOf(path, line, lines))
    }

    const ids = new Set(services.map(({ id }) => id))
    for (const { from, to, line } of drawing.connections) {
      const pair = pairOf(from, to)
      if (!ids.has(from) || this.calls.has(pair)) continue
      this.calls.set(pair, { from, to, place: placeOf(path, line, lines) })
    }
  }
}

/** Matches the things of all diagrams with services: by the settings, or by id and label. */
export class ServiceMatch {
  readonly #architecture: Architecture
  readonly #map: ReadonlyMap<string, string>
  readonly #ignored: readonly string[]
  /** Undefined for a thing that is no service. */
  readonly #services: ReadonlyMap<string, string | undefined>
  readonly #drawn: ReadonlySet<string | undefined>

  constructor(
    architecture: Architecture,
    services: ReadonlyMap<string, Place>,
    settings: AgainstSettings,
  ) {
    this.#architecture = architecture
    this.#map = new Map(Object.entries(settings.map ?? {}))
    this.#ignored = Object.keys(settings.ignore ?? {})
    const byName = keyedBy(services.keys(), plain)
    this.#services = new Map(
      [...architecture.things.keys()].map((id) => {
        const mapped = this.mappedTo(id)
        if (mapped !== undefined) return [id, services.has(mapped) ? mapped : undefined]
        const [service] = this.#namesOf(id).flatMap((name) => byName.get(plain(name)) ?? [])
        return [id, service]
      }),
    )
    this.#drawn = new Set(this.#services.values())
  }

  /** The service that the settings name for a thing. */
  mappedTo(id: string): string | undefined {
    return this.#map.get(id) ?? this.#map.get(bareId(id))
  }

  serviceOf(id: string): string | undefined {
    return this.#services.get(id)
  }

  isDrawn(service: string): boolean {
    return this.#drawn.has(service)
  }

  isIgnored(id: string): boolean {
    return this.#namesOf(id).some((name) =>
      this.#ignored.some((pattern) => matchesPattern(name, pattern)),
    )
  }

  /** The services of a thing: its own, or those of the groups around it, or those in it. */
  standsFor(id: string): string[] {
    const service = this.#services.get(id)
    if (service !== undefined) return [service]
    const outer = this.around(id)
    return outer.length > 0 ? outer : this.#within(id)
  }

  /**
   * The services of the nearest groups around a thing.
   * @param seen groups that are not followed again
   */
  around(id: string, seen = new Set<string>()): string[] {
    return (this.#architecture.things.get(id) ?? []).flatMap(({ group }) => {
      if (group === undefined || seen.has(group)) return []
      return this.#services.get(group) ?? this.around(group, seen.add(group))
    })
  }

  /** The services in a group. */
  #within(id: string, seen = new Set<string>()): string[] {
    return (this.#architecture.outOf.get(id) ?? []).flatMap(({ to, isConnection }) => {
      if (isConnection || seen.has(to)) return []
      return this.#services.get(to) ?? this.#within(to, seen.add(to))
    })
  }

  #namesOf(id: string): string[] {
    const appearances = this.#architecture.things.get(id) ?? []
    return [id, bareId(id), ...appearances.flatMap(({ label }) => label ?? [])]
  }
}

/** Without the namespace. */
export const bareId = (id: string) => id.slice(id.lastIndexOf('/') + 1)

/** In either direction: a compose file says who needs whom, and not who opens a connection. */
export const pairOf = (from: string, to: string) => JSON.stringify([from, to].sort())

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')

function placeOf(path: string, line: number, lines: readonly string[]): Place {
  const text = lines[line - 1] ?? ''
  return {
    path,
    line,
    column: text.search(/\S|$/) + 1,
    endLine: line,
    endColumn: text.trimEnd().length + 1,
  }
}
