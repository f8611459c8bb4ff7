/** Makes UUIDs of a request match in either case, as the type of a database does. */
import type { Database } from '../database/database.ts'

/** The parts of a request that may name ids. */
interface RequestParts {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** In the path, and in fields for ids; the ids of nodes and edges belong to the script. */
export function withKnownIds(
  { params, query, body }: RequestParts,
  database: Pick<Database, 'has'>,
): RequestParts {
  const known = (value: unknown) =>
    typeof value === 'string' && uuidPattern.test(value) && !database.has(value) ? value.toLowerCase() : value
  const inFields = <T>(record: T): T => {
    if (typeof record !== 'object' || record === null || Array.isArray(record)) return record
    const isPart = 'targetType' in record && record.targetType !== 'script'
    return Object.fromEntries(
      Object.entries(record).map(([name, value]) => {
        const isId = /Id$/.test(name) && !(isPart && name === 'targetId')
        return [name, isId ? known(value) : value]
      }),
    ) as T
  }
  const path = Object.entries(params).map(([name, value]) => [name, known(value)])
  return { params: Object.fromEntries(path), query: inFields(query), body: inFields(body) }
}
