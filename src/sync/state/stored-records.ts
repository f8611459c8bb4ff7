/** The content of `.topo/state.json`: sync records by service, found by path or by id. */
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import { KnownError, usageError } from '../../errors.ts'
import { decodeText } from '../../files/decode.ts'
import { statsOf } from '../../files/topo-folder.ts'
import { valueFor } from '../../grouped.ts'
import { readFileIfExists } from '../../limits/files.ts'
import { tryParseJson } from '../../text/parse-json.ts'
import { type SyncRecord, type SyncRecords, syncRecord } from './sync-record.ts'

/** Sync records of all services. A script belongs to one file of a project. */
export class StoredRecords {
  /** By service address. */
  readonly #services: Record<string, SyncRecords>
  /** Paths by id, of the services that were asked for one. */
  readonly #paths = new Map<string, Map<string, Set<string>>>()

  private constructor(services: Record<string, SyncRecords>) {
    this.#services = services
  }

  /** Empty if there is no file. @throws usage error `TOPO_STATE_CORRUPT` */
  static async read(file: string): Promise<StoredRecords> {
    // An error would quote what it links to.
    const link = [dirname(file), file].find((one) => statsOf(one)?.isSymbolicLink())
    if (link !== undefined)
      throw corrupt(file, link === file ? 'is a symbolic link' : 'is in a symbolic link')
    const bytes = await readFileIfExists('record', file).catch((error: NodeJS.ErrnoException) => {
      if (error instanceof KnownError) throw error
      throw corrupt(file, `cannot be read (${error.code})`)
    })
    return new StoredRecords(bytes === undefined ? {} : servicesIn(bytes, file))
  }

  /** A copy of the records of one service, without a prototype. */
  of(service: string): SyncRecords {
    return Object.assign(Object.create(null), own(this.#services, service))
  }

  /** The record of a script. */
  find(service: string, id: string): SyncRecord | undefined {
    const [path] = this.#pathsOf(service).get(id) ?? []
    return path === undefined ? undefined : own(own(this.#services, service) ?? {}, path)
  }

  /** Removes other records of the same script. */
  set(service: string, path: string, record: SyncRecord): void {
    this.delete(service, path)
    for (const before of [...(this.#pathsOf(service).get(record.id) ?? [])])
      this.delete(service, before)
    define(own(this.#services, service) ?? define(this.#services, service, {}), path, record)
    this.#pathsOf(service).set(record.id, new Set([path]))
  }

  delete(service: string, path: string): void {
    const records = own(this.#services, service)
    const record = records && own(records, path)
    if (records === undefined || record === undefined) return
    this.#pathsOf(service).get(record.id)?.delete(path)
    delete records[path]
  }

  /** Hashes of the recorded contents. */
  hashes(): Set<string> {
    return new Set(
      Object.values(this.#services).flatMap((records) =>
        Object.values(records).map(({ hash }) => hash),
      ),
    )
  }

  /** Text of the file. */
  text(): string {
    return `${JSON.stringify({ version: 1, services: this.#services }, null, 1)}\n`
  }

  #pathsOf(service: string): Map<string, Set<string>> {
    return valueFor(this.#paths, service, () => {
      const paths = new Map<string, Set<string>>()
      const records = Object.entries(own(this.#services, service) ?? {})
      for (const [path, { id }] of records) {
        valueFor(paths, id, () => new Set<string>()).add(path)
      }
      return paths
    })
  }
}

const anyObject = z.record(z.string(), z.unknown())
const savedServices = z.record(z.string(), z.record(z.string(), syncRecord))

function servicesIn(bytes: Buffer, file: string): Record<string, SyncRecords> {
  const decoded = decodeText(bytes)
  if (decoded.text === undefined) throw corrupt(file, 'is not UTF-8')
  const value = tryParseJson(decoded.text)
  if (value === undefined) throw corrupt(file, 'is not JSON')
  const state = anyObject.safeParse(value).data
  if (state === undefined) throw corrupt(file, 'does not contain an object')
  const { version, services } = state
  if (version !== 1) throw corrupt(file, `has version ${JSON.stringify(version)}, not 1`)
  if (!savedServices.safeParse(services).success)
    throw corrupt(file, 'contains data that topo did not write')
  // Not the schema's copy: a schema leaves out the key `__proto__`.
  return services as Record<string, SyncRecords>
}

const own = <T>(record: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** A key may be `__proto__`. */
function define<T>(record: Record<string, T>, key: string, value: T): T {
  Object.defineProperty(record, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
  return value
}

const corrupt = (file: string, what: string) =>
  usageError(`The state file ${file} ${what}.`, {
    code: 'TOPO_STATE_CORRUPT',
    hint: 'Delete it. topo then compares with the service again, and overwrites nothing without your consent.',
  })
