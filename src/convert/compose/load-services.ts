/** Collects the services of a compose file, with what it includes and what they extend. */
import { dirname, join } from 'pathe'
import { KnownError } from '../../errors.ts'
import type { ReadIncluded } from '../drawing/drawing.ts'
import type { ComposeValue, Reading } from './reading.ts'
import { type ComposeVariables, readEnvFile } from './variables.ts'
import { readYaml } from './yaml-values.ts'

const MOST_FILES = 100
const MOST_DEPTH = 20
export const MOST_BYTES = 1024 * 1024

interface ComposeFile {
  /** Relative to the folder of the source. */
  readonly path: string
  readonly root: ReadonlyMap<string, ComposeValue>
  readonly variables: ComposeVariables
}

/** Services by name, each with all that it extends; then those of the source itself. */
export function loadServices(
  source: ComposeFile,
  reading: Reading,
  read: ReadIncluded,
): Map<string, ComposeValue> {
  return new ServiceLoader(reading, read).load(source)
}

class ServiceLoader {
  readonly #reading: Reading
  readonly #readIncluded: ReadIncluded
  /** By path. */
  readonly #files = new Map<string, ComposeFile>()
  /** Paths of the files whose services are collected. */
  readonly #collected = new Set<string>()
  readonly #services = new Map<string, ComposeValue>()

  constructor(reading: Reading, readIncluded: ReadIncluded) {
    this.#reading = reading
    this.#readIncluded = readIncluded
  }

  load(source: ComposeFile): Map<string, ComposeValue> {
    this.#files.set(source.path, source)
    this.#collect(source, [source.path])
    return this.#services
  }

  /** @param chain paths of the files that include each other up to this one */
  #collect(file: ComposeFile, chain: readonly string[]): void {
    this.#collected.add(file.path)
    for (const entry of this.#reading.items(file.root.get('include'))) {
      const paths = this.#reading.items(entry.entries?.get('path') ?? entry)
      const names = paths.map((path) => this.#reading.text(path))
      const variables = this.#variablesOf(entry, names, file)
      for (const name of names) {
        const included = this.#open({ ...file, variables }, name, entry.line)
        this.#include(included, entry.line, chain)
      }
    }
    for (const name of file.root.get('services')?.entries?.keys() ?? []) {
      this.#addService(name, this.#extend(file, name, [`${file.path}:${name}`]))
    }
  }

  /** An included file has further variables, beside it or as the entry names them; those of the including file win. */
  #variablesOf(entry: ComposeValue, names: readonly string[], from: ComposeFile): ComposeVariables {
    const named = this.#reading.items(entry.entries?.get('env_file'))
    const folder = this.#reading.text(entry.entries?.get('project_directory'))
    const beside = join(folder || dirname(names[0] ?? ''), '.env')
    const files = named.length > 0 ? named.map((file) => this.#reading.text(file)) : [beside]
    let variables = from.variables
    for (const file of files.toReversed()) {
      const path = join(dirname(from.path), file)
      variables = readEnvFile(this.#readIncluded(path), variables)
    }
    return variables
  }

  #include(file: ComposeFile | undefined, line: number, chain: readonly string[]): void {
    if (!file) return
    if (chain.includes(file.path)) {
      this.#reading.tell(line, `include of ${file.path}, which leads in a circle`)
    } else if (!this.#collected.has(file.path)) {
      this.#collect(file, [...chain, file.path])
    }
  }

  #addService(name: string, service: ComposeValue | undefined): void {
    if (this.#services.has(name)) {
      const what = `service ${name} of an included file, which is here too`
      this.#reading.tell(service?.line ?? 1, what)
    }
    if (service) this.#services.set(name, service)
  }

  /** The service with all that it extends. */
  #extend(file: ComposeFile, name: string, chain: readonly string[]): ComposeValue | undefined {
    const service = file.root.get('services')?.entries?.get(name)
    const link = service?.entries?.get('extends')
    if (!service?.entries || !link) return service

    const base = this.#baseOf(name, link, file, chain)
    if (!base?.entries) return service
    return { line: service.line, entries: this.#merge(base.entries, service.entries) }
  }

  /** @param chain services that extend each other up to this one, as `path:name` */
  #baseOf(
    name: string,
    link: ComposeValue,
    file: ComposeFile,
    chain: readonly string[],
  ): ComposeValue | undefined {
    const path = this.#reading.text(link.entries?.get('file'))
    const baseName = this.#reading.text(link.entries?.get('service') ?? link)
    const baseFile = path === '' ? file : this.#open(file, path, link.line)
    if (!baseFile) return undefined

    const step = `${baseFile.path}:${baseName}`
    if (chain.includes(step) || chain.length > MOST_DEPTH) {
      const what = `extends of ${name}, which leads back to itself or too far`
      this.#reading.tell(link.line, what)
      return undefined
    }
    const base = this.#extend(baseFile, baseName, [...chain, step])
    if (!base?.entries) {
      this.#reading.tell(link.line, `extends of ${name}: ${baseName} is not known`)
    }
    return base
  }

  #merge(
    base: ReadonlyMap<string, ComposeValue>,
    over: ReadonlyMap<string, ComposeValue>,
  ): Map<string, ComposeValue> {
    const merged = new Map(base)
    this.#reading.spend(base.size + over.size)
    for (const [key, value] of over) {
      const isReplaced = value.tag === '!override' || ['command', 'entrypoint'].includes(key)
      if (value.tag === '!reset') merged.delete(key)
      else merged.set(key, isReplaced ? value : this.#mergeValue(base.get(key), value))
    }
    return merged
  }

  /** Lists are appended, and maps are merged. */
  #mergeValue(base: ComposeValue | undefined, over: ComposeValue): ComposeValue {
    const { items, entries, line } = over
    if (items && base?.items) return { line, items: [...base.items, ...items] }
    if (!base || !(items ?? entries)) return over
    const all = [...this.#reading.entries(base), ...this.#reading.entries(over)]
    return { line, entries: new Map(all) }
  }

  /** Undefined if it cannot be used; told. */
  #open(from: ComposeFile, name: string, line: number): ComposeFile | undefined {
    const path = join(dirname(from.path), name)
    const opened = this.#files.get(path)
    if (opened) return opened

    const loaded = this.#load(path, name, { onlyLine: line, variables: from.variables })
    if ('refusal' in loaded) {
      this.#reading.tell(line, `file ${name}, which ${loaded.refusal}`)
      return undefined
    }
    this.#files.set(path, loaded)
    return loaded
  }

  #load(
    path: string,
    name: string,
    file: { readonly onlyLine: number; readonly variables: ComposeVariables },
  ): ComposeFile | { readonly refusal: string } {
    if (/^([a-z][\w+.-]+:|git@|\/|~)/i.test(name)) return { refusal: 'is not local' }
    if (this.#files.size > MOST_FILES) return { refusal: `is one of more than ${MOST_FILES}` }

    const text = this.#readIncluded(path)
    if (text === null) return { refusal: 'is outside of the project' }
    if (typeof text !== 'string') return { refusal: 'cannot be read' }
    if (text.length > MOST_BYTES) return { refusal: 'is too large' }
    try {
      const root = readYaml(text, this.#reading, file).entries ?? new Map()
      return { path, root, variables: file.variables }
    } catch (error) {
      if (!(error instanceof KnownError)) throw error
      return { refusal: 'is no compose file' }
    }
  }
}
