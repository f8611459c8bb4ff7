/** Reads compose files with another YAML parser, and in another way: it knows only whether a connection can be there. */
import { load, YAML11_SCHEMA } from 'js-yaml'

type Values = Readonly<Record<string, unknown>>

interface Evidence {
  /** Names by which others reach a service: its own, its host and container names, its aliases. */
  readonly namesOf: (service: string) => readonly string[]
  /** Every text in which a service may name another. */
  readonly textsOf: (service: string) => readonly string[]
  /** The services that a service names in `depends_on` and `links`. */
  readonly namedBy: (service: string) => readonly string[]
  readonly publishes: (service: string) => boolean
  readonly services: readonly string[]
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value
  return value === undefined || value === null ? [] : [value]
}
const keysOf = (value: unknown): string[] =>
  isValues(value) ? Object.keys(value) : listOf(value).map(String)

/** @param variables those of `.env` */
export function readEvidence(text: string, variables: Values = {}): Evidence {
  const { services = {} } = load(text, { schema: YAML11_SCHEMA }) as {
    services?: Record<string, Values | null>
  }
  const serviceOf = (name: string): Values => services[name] ?? {}
  const replaced = (value: string) =>
    value.replace(/\$\{?(\w+)(?::?-([^}]*))?\}?/g, (_match, name: string, other = '') =>
      String(variables[name] ?? other),
    )
  const environmentOf = (value: unknown): string[] =>
    isValues(value)
      ? Object.entries(value).map(([key, one]) => String(one ?? variables[key] ?? ''))
      : listOf(value).map((one) =>
          String(one).includes('=') ? String(one) : String(variables[String(one)] ?? ''),
        )
  return {
    services: Object.keys(services),
    namesOf: (name) => {
      const { hostname, container_name: container, networks } = serviceOf(name)
      const aliases = isValues(networks)
        ? Object.values(networks).flatMap((one) => (isValues(one) ? listOf(one.aliases) : []))
        : []
      return [name, hostname, container, ...aliases].filter((one) => typeof one === 'string')
    },
    textsOf: (name) => {
      const { environment, command, entrypoint } = serviceOf(name)
      return [
        ...environmentOf(environment),
        ...listOf(command).map(String),
        ...listOf(entrypoint).map(String),
      ].map(replaced)
    },
    namedBy: (name) => {
      const { depends_on: dependencies, links } = serviceOf(name)
      return [
        ...keysOf(dependencies),
        ...listOf(links).map((link) => String(link).split(':')[0] as string),
      ]
    },
    publishes: (name) => listOf(serviceOf(name).ports).length > 0,
  }
}

/** Undefined if the file can mean the connection; else a sentence. */
export function inventedConnection(
  evidence: Evidence,
  { from, to }: { readonly from: string; readonly to: string },
): string | undefined {
  if (from.startsWith('outside')) {
    return evidence.publishes(to) ? undefined : `nobody outside reaches ${to}`
  }
  if (evidence.namedBy(from).includes(to)) return undefined
  const names = evidence.namesOf(to).map((name) => name.toLowerCase())
  const words = evidence.textsOf(from).flatMap((text) => text.toLowerCase().split(/[^\w.-]+/))
  return words.some((word) => names.includes(word)) ? undefined : `${from} does not name ${to}`
}
