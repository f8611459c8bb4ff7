/** Finds who calls whom: `depends_on`, `links`, addresses in the environment and in commands, and published ports. */
import type { DrawnConnection, DrawnNode } from '../drawing/drawing.ts'
import { addressesIn, portOf } from './addresses.ts'
import { type ComposeValue, isUnsetHost, type Reading } from './reading.ts'

type Services = ReadonlyMap<string, ComposeValue>

/** Keys of a service that may connect it too. */
const NOT_READ = ['env_file', 'external_links', 'volumes_from', 'network_mode', 'pid', 'ipc']

/** One connection for each pair, in the order of the source; `outside` is the node that calls published ports, if any. */
export function connectionsOf(
  services: Services,
  reading: Reading,
): { connections: DrawnConnection[]; outside: DrawnNode | undefined } {
  const finder = new ConnectionFinder(services, reading)
  for (const [name, service] of services) finder.read(name, service)
  return { connections: finder.connections, outside: finder.outside }
}

/** A service that calls others. */
interface Caller {
  readonly name: string
  readonly environment: ReadonlyMap<string, ComposeValue>
  /** Names of services by what the caller calls them, in lower case. */
  readonly aliases: ReadonlyMap<string, string>
}

class ConnectionFinder {
  /** The node that calls published ports, once there are some. */
  outside: DrawnNode | undefined
  readonly #services: Services
  readonly #reading: Reading
  readonly #hosts: ReadonlyMap<string, string>
  readonly #outsideId: string
  /** By the names of both ends. */
  readonly #connections = new Map<string, DrawnConnection>()

  constructor(services: Services, reading: Reading) {
    this.#services = services
    this.#reading = reading
    this.#hosts = hostsOf(services, reading)
    this.#outsideId = unusedName('outside', services)
  }

  get connections(): DrawnConnection[] {
    return [...this.#connections.values()]
  }

  read(name: string, service: ComposeValue): void {
    this.#readDependencies(name, service)
    const aliases = this.#readLinks(name, service)
    const environment = this.#reading.entries(service.entries?.get('environment'))
    const caller = { name, aliases, environment }
    this.#readEnvironment(caller)
    this.#readCommands(caller, service)
    this.#readPorts(name, service)
    for (const key of NOT_READ) {
      const value = service.entries?.get(key)
      if (value) this.#reading.tell(value.line, `${key} of ${name}`)
    }
  }

  #readDependencies(from: string, service: ComposeValue): void {
    const dependencies = this.#reading.entries(service.entries?.get('depends_on'))
    for (const [to, { line }] of dependencies) {
      if (this.#services.has(to)) this.#connect({ from, to, line })
      else this.#tellUnknown(from, line, `${to} in depends_on`)
    }
  }

  /** Returns the services by their aliases, in lower case. */
  #readLinks(from: string, service: ComposeValue): ReadonlyMap<string, string> {
    const aliases = new Map<string, string>()
    for (const link of this.#reading.items(service.entries?.get('links'))) {
      const [to = '', alias = to] = this.#reading.text(link).split(':')
      aliases.set(alias.toLowerCase(), to)
      if (this.#services.has(to)) this.#connect({ from, to, line: link.line })
      else this.#tellUnknown(from, link.line, `${to} in links`)
    }
    return aliases
  }

  #readEnvironment(caller: Caller): void {
    for (const [name, value] of caller.environment) {
      this.#readAddresses(caller, this.#passedOn(name, value), name)
    }
  }

  /** A variable without a value has the one that is set outside of the container. */
  #passedOn(name: string, value: ComposeValue): ComposeValue {
    if (value.text !== undefined) return value
    const outer = value.variables?.get(name)
    if (outer !== undefined) return { ...value, text: outer.replaceAll('$', '$$$$') }
    this.#reading.tell(value.line, `variable ${name}, which is not set here`)
    return value
  }

  #readCommands(caller: Caller, service: ComposeValue): void {
    for (const key of ['command', 'entrypoint']) {
      const values = this.#reading.items(service.entries?.get(key))
      for (const value of values) this.#readAddresses(caller, value)
    }
  }

  /** @param variable name of the variable with this value, if it is one */
  #readAddresses(caller: Caller, value: ComposeValue, variable?: string): void {
    const { name: from, aliases } = caller
    const { line } = value
    const addresses = addressesIn(this.#reading.hostText(value), variable)
    for (const { host, port, ...how } of addresses) {
      const to = aliases.get(host) ?? this.#hosts.get(host)
      const portBeside = this.#portBeside(caller, variable)
      const isUnknown = how.protocol && !isLocal(host) && !isUnsetHost(host)
      if (to !== undefined && this.#services.has(to)) {
        this.#connect({ from, to, line, ...how, port: port ?? portBeside })
      } else if (isUnknown && variable) {
        this.#tellUnknown(from, line, `the address in ${variable}`)
      }
    }
  }

  /** The value of `DB_PORT` for `DB_HOST`. */
  #portBeside({ environment }: Caller, variable: string | undefined): number | undefined {
    const name = variable?.replace(/(host(name)?|server|addr(ess)?)$/i, 'PORT') ?? ''
    return name === variable ? undefined : portOf(this.#reading.text(environment.get(name)))
  }

  #readPorts(to: string, service: ComposeValue): void {
    const value = service.entries?.get('ports')
    const ports = publishedPorts(to, value, this.#reading)
    if (!ports) return

    const line = value?.line ?? service.line
    const from = this.#outsideId
    this.outside ??= { id: from, label: 'Outside', icon: 'globe', external: true, line }
    const port = ports.length === 1 ? portOf(ports[0]) : undefined
    const label = port || ports.length === 0 ? undefined : `ports ${ports.join(', ')}`
    this.#connect({ from, to, line, port, label })
  }

  /** The first connection of a pair that knows its type wins; a later one may tell its port. */
  #connect(connection: DrawnConnection): void {
    const { from, to, line, port } = connection
    if (from === to) return
    const key = JSON.stringify([from, to])
    const earlier = this.#connections.get(key)
    if (earlier?.port && port && earlier.port !== port) {
      this.#reading.tell(line, `port ${port} of ${to} for ${from}`)
    } else if (!earlier?.type) {
      this.#connections.set(key, { ...connection, line: earlier?.line ?? line })
    } else if (port) {
      this.#connections.set(key, { ...earlier, port })
    }
  }

  #tellUnknown(service: string, line: number, what: string): void {
    this.#reading.tell(line, `${what} of ${service}: no service has this name`)
  }
}

function unusedName(name: string, services: Services): string {
  return services.has(name) ? unusedName(`${name}-1`, services) : name
}

/** Names by which others can reach a service, in lower case; its own name wins. */
function hostsOf(services: Services, reading: Reading): ReadonlyMap<string, string> {
  const hosts = new Map<string, string>()
  for (const [name, { entries: service }] of services) {
    const networks = reading.entries(service?.get('networks'))
    const aliases = [...networks.values()].flatMap(({ entries }) =>
      reading.items(entries?.get('aliases')),
    )
    for (const alias of [service?.get('container_name'), service?.get('hostname'), ...aliases]) {
      const host = reading.hostText(alias).toLowerCase()
      if (host !== '' && !isLocal(host)) hosts.set(host, name)
    }
  }
  for (const name of services.keys()) hosts.set(name.toLowerCase(), name)
  return hosts
}

const isLocal = (host: string) =>
  /^(localhost|127\.|0\.0\.0\.0$|host\.docker\.internal$|\[?::1)/.test(host)

/** Ports of the machine, `8080` or `8000-8010`, empty if it chooses them; undefined if others cannot reach the service. */
function publishedPorts(
  id: string,
  value: ComposeValue | undefined,
  reading: Reading,
): string[] | undefined {
  const ports = reading.items(value).flatMap((port) => {
    const parts = reading
      .text(port)
      .replace(/\/\w*$/, '')
      .split(':')
      .slice(0, -1)
    const published = reading.text(port.entries?.get('published')) || parts.pop() || ''
    const isHidden = isLocal(reading.text(port.entries?.get('host_ip')) || parts.join(':'))
    if (isHidden)
      reading.tell(port.line, `port ${published} of ${id}, which only its machine reaches`)
    return isHidden ? [] : [/^\d[\d-]*$/.test(published) ? published : '']
  })
  return ports.length === 0 ? undefined : ports.filter(Boolean)
}
