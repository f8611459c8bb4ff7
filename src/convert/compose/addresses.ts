/** Finds addresses in a value of the environment: host, protocol and port, never user or password. */
import type { DrawnConnection } from '../drawing/drawing.ts'

export interface Address extends Pick<DrawnConnection, 'type' | 'protocol' | 'port'> {
  /** In lower case. */
  readonly host: string
}

const protocols = new Map(
  Object.entries({
    http: 'HTTP',
    https: 'HTTPS',
    ws: 'WebSocket',
    wss: 'WebSocket',
    grpc: 'gRPC',
    postgres: 'PostgreSQL',
    postgresql: 'PostgreSQL',
    mysql: 'MySQL',
    mariadb: 'MariaDB',
    mongodb: 'MongoDB',
    redis: 'Redis',
    rediss: 'Redis',
    amqp: 'AMQP',
    amqps: 'AMQP',
    kafka: 'Kafka',
    nats: 'NATS',
    mqtt: 'MQTT',
    sqlserver: 'SQL Server',
    clickhouse: 'ClickHouse',
    bolt: 'Bolt',
    ldap: 'LDAP',
    ldaps: 'LDAP',
    smtp: 'SMTP',
  }),
)

const withScheme =
  /([a-z][a-z0-9+.-]{0,30}):\/\/(?:[^\s/@]*@)*([a-z0-9_][\w.-]*)(?::(\d{1,5})(?!\d))?/gi
const hostAndPort = /(?<![\w.:/-])([a-z0-9_][\w.-]*):(\d{1,5})(?![\w.@-])/gi
const option =
  /(?<!\w)(?:host|server|data source|endpoint|address)\s?=\s?(?:tcp:)?([a-z0-9_][\w.-]*)(?:[,:](\d{1,5}))?/gi
/** Names of variables whose whole value may be a host. */
const namesHost =
  /(?:^|[_.-])(?:hosts?|hostname|servers?|addr|address|endpoint|ur[li]|brokers?|upstreams?|backends?|peers?|seeds?)(?:$|[_.-])/i

/** Names of variables that say who may call, or where this service is itself. */
const namesNoCall =
  /allowed|trusted|cors|origin|no_?proxy|virtual_?host|advertised|listener|redirect|callback|server_?name|(?:^|_)bind(?:_|$)/i

/**
 * Only the first finds carry a port where a later pattern finds the same again.
 * @param name name of the variable; without one, a host needs a scheme or a port
 */
export function addressesIn(value: string, name?: string): Address[] {
  if (name !== undefined && namesNoCall.test(name)) return []
  const found: Address[] = []
  for (const [, scheme = '', host = '', port] of value.matchAll(withScheme)) {
    const protocol = protocols.get((scheme.split('+')[0] as string).toLowerCase())
    const type = /^(HTTPS?|WebSocket|gRPC)$/.test(protocol ?? '') ? 'http' : 'tcp'
    found.push({ host: host.toLowerCase(), type, protocol, port: portOf(port) })
  }
  for (const pattern of [hostAndPort, option]) {
    for (const [, host = '', port] of value.matchAll(pattern)) {
      found.push({ host: host.toLowerCase(), type: 'tcp', port: portOf(port) })
    }
  }
  if (name !== undefined && namesHost.test(name)) {
    const hosts = value.split(/[\s,;]+/).filter((host) => host !== '')
    for (const host of hosts) found.push({ host: host.toLowerCase(), type: 'tcp' })
  }
  return found
}

export function portOf(text: string | undefined): number | undefined {
  const port = /^\d{1,5}$/.test(text ?? '') ? Number(text) : 0
  return port >= 1 && port <= 65_535 ? port : undefined
}
