/** Collects the services of a compose file, with what it includes and what they extend. */
import { posix } from 'node:path'
import { KnownError } from '../../errors.ts'
import type { ReadIncluded } from '../drawing/drawing.ts'
import type { ComposeValue, Reading } from './reading.ts'
import { readYaml } from './yaml-values.ts'

const MOST_FILES = 100
const MOST_DEPTH = 20
export const MOST_BYTES = 1024 * 1024

interface ComposeFile {
  /** Relative to the folder of the source. */
  readonly path: string
  readonly root: ReadonlyMap<string, ComposeValue>
}

/** Services by name, each with all that it extends; then those of the source itself. */
export function loadServices(
  source: ComposeFile,
  reading: Reading,
  read: ReadIncluded,
): Map<string, ComposeValue> {
  const files = new Map([[source.path, source]])
  const services = new Map<string, ComposeValue>()

  /** Undefined if it cannot be used; told. */
  const open = (from: ComposeFile, name: string, line: number): ComposeFile | undefined => {
    const path = posix.join(posix.dirname(from.path), name)
    const known = files.get(path)
    if (known) return known
    const refuse = (why: string) => reading.tell(line, `file ${name}, which ${why}`)
    if (/^([a-z][\w+.-]+:|git@|\/|~|\.\.(\/|$))/i.test(name) && !name.startsWith('..'))
      return void refuse('is not local')
    if (path.startsWith('..') || posix.isAbsolute(path))
      return void refuse('is outside of the folder')
    if (files.size > MOST_FILES) return void refuse(`is one of more than ${MOST_FILES}`)
    const text = read(path)
    if (text === null) return void refuse('is outside of the project')
    if (text === undefined) return void refuse('cannot be read')
    if (text.length > MOST_BYTES) return void refuse('is too large')
    try {
      const file = { path, root: readYaml(text, reading, line).entries ?? new Map() }
      files.set(path, file)
      return file
    } catch (error) {
      if (!(error instanceof KnownError)) throw error
      return void refuse('is no compose file')
    }
  }

  const extended = (
    file: ComposeFile,
    name: string,
    chain: readonly string[],
  ): ComposeValue | undefined => {
    const own = file.root.get('services')?.entries?.get(name)
    const link = own?.entries?.get('extends')
    if (!own?.entries || !link) return own
    const path = reading.text(link.entries?.get('file'))
    const base = reading.text(link.entries?.get('service') ?? link)
    const from = path === '' ? file : open(file, path, link.line)
    const step = `${from?.path}:${base}`
    const isCircle = chain.includes(step) || chain.length > MOST_DEPTH
    if (from && isCircle)
      reading.tell(link.line, `extends of ${name}, which leads back to itself or too far`)
    const value = from && !isCircle ? extended(from, base, [...chain, step]) : undefined
    if (from && !isCircle && !value?.entries)
      reading.tell(link.line, `extends of ${name}: ${base} is not known`)
    return value?.entries ? { line: own.line, entries: merged(value.entries, own.entries) } : own
  }

  const merged = (
    base: ReadonlyMap<string, ComposeValue>,
    over: ReadonlyMap<string, ComposeValue>,
  ): Map<string, ComposeValue> => {
    const all = new Map(base)
    reading.spend(base.size + over.size)
    for (const [key, value] of over) {
      const { items, entries, tag, line } = value
      const other =
        tag === '!override' || ['command', 'entrypoint'].includes(key) ? undefined : base.get(key)
      if (tag === '!reset') all.delete(key)
      else if (items && other?.items) all.set(key, { line, items: [...other.items, ...items] })
      else if (other && (items ?? entries)) {
        all.set(key, {
          line,
          entries: new Map([...reading.entries(other), ...reading.entries(value)]),
        })
      } else all.set(key, value)
    }
    return all
  }

  const done = new Set<string>()
  const collect = (file: ComposeFile, chain: readonly string[]): void => {
    done.add(file.path)
    for (const entry of reading.items(file.root.get('include'))) {
      for (const path of reading.items(entry.entries?.get('path') ?? entry)) {
        const next = open(file, reading.text(path), entry.line)
        if (next && chain.includes(next.path))
          reading.tell(entry.line, `include of ${next.path}, which leads in a circle`)
        else if (next && !done.has(next.path)) collect(next, [...chain, next.path])
      }
    }
    for (const name of file.root.get('services')?.entries?.keys() ?? []) {
      const service = extended(file, name, [`${file.path}:${name}`])
      if (services.has(name))
        reading.tell(service?.line ?? 1, `service ${name} of an included file, which is here too`)
      if (service) services.set(name, service)
    }
  }
  collect(source, [source.path])
  return services
}
