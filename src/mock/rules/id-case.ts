/** Makes UUIDs of a request match in either case, as the type of a database does. */
import { isRecord } from '../../text/parse-json.ts'

/** The parts of a request that may name ids. */
interface RequestParts {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const inLowerCase = <T>(value: T) =>
  typeof value === 'string' && uuidPattern.test(value) ? value.toLowerCase() : value

/** In the path, and in fields for ids; the ids of nodes and edges belong to the script. */
export const withIdsInLowerCase = ({ params, query, body }: RequestParts): RequestParts => ({
  params: mapFields(params, inLowerCase),
  query: inFields(query),
  body: inFields(body),
})

function inFields<T>(record: T): T {
  if (!isRecord(record)) return record
  const isPart = 'targetType' in record && record.targetType !== 'script'
  return mapFields(record, (value, name) =>
    /Id$/.test(name) && !(isPart && name === 'targetId') ? inLowerCase(value) : value,
  )
}

const mapFields = <T extends object>(
  record: T,
  change: (value: unknown, name: string) => unknown,
) =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, change(value, name)]),
  ) as T
