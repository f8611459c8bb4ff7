/** Finds who calls whom: `depends_on`, `links`, addresses in the environment and in commands, and published ports. */
import type { DrawnConnection, DrawnNode } from '../drawing/drawing.ts'
import { addressesIn, portOf } from './addresses.ts'
import { type ComposeValue, isUnsetHost, type Reading } from './reading.ts'

type Services = ReadonlyMap<string, ComposeValue>

/** One connection for each pair, in the order of the source; `outside` is the node that calls published ports, if any. */
export function connectionsOf(
  services: Services,
  reading: Reading,
): { connections: DrawnConnection[]; outside: DrawnNode[] } {
  const found = new Map<string, DrawnConnection>()
  const connect = (connection: DrawnConnection): void => {
    const { from, to, line, port } = connection
    const key = JSON.stringify([from, to])
    const known = found.get(key)
    if (from === to) return
    if (known?.port && port && known.port !== port)
      reading.tell(line, `port ${port} of ${to} for ${from}`)
    else if (!known?.type) found.set(key, { ...connection, line: known?.line ?? line })
    else if (port) found.set(key, { ...known, port })
  }
  const outside: DrawnNode[] = []
  const unused = (id: string): string => (services.has(id) ? unused(`${id}-1`) : id)
  const outsideId = unused('outside')
  const hosts = hostsOf(services, reading)

  for (const [from, { line: start, entries: service }] of services) {
    const part = (key: string) => service?.get(key)
    const unknown = (line: number, what: string) =>
      reading.tell(line, `${what} of ${from}: no service has this name`)
    for (const [to, { line }] of reading.entries(part('depends_on'))) {
      if (services.has(to)) connect({ from, to, line })
      else unknown(line, `${to} in depends_on`)
    }
    const aliases = new Map<string, string>()
    for (const link of reading.items(part('links'))) {
      const [to = '', alias = to] = reading.text(link).split(':')
      aliases.set(alias.toLowerCase(), to)
      if (services.has(to)) connect({ from, to, line: link.line })
      else unknown(link.line, `${to} in links`)
    }

    const environment = reading.entries(part('environment'))
    const call = (value: ComposeValue, name?: string): void => {
      for (const { host, port, ...how } of addressesIn(reading.hostText(value), name)) {
        const to = aliases.get(host) ?? hosts.get(host)
        const portName = name?.replace(/(host(name)?|server|addr(ess)?)$/i, 'PORT') ?? ''
        const other =
          portName === name ? undefined : portOf(reading.text(environment.get(portName)))
        if (to !== undefined && services.has(to))
          connect({ from, to, line: value.line, ...how, port: port ?? other })
        else if (how.protocol && name && !isLocal(host) && !isUnsetHost(host))
          unknown(value.line, `the address in ${name}`)
      }
    }
    for (const [name, value] of environment) {
      if (value.text === undefined)
        reading.tell(value.line, `variable ${name}, which is not set here`)
      call(value, name)
    }
    for (const key of ['command', 'entrypoint'])
      for (const value of reading.items(part(key))) call(value)

    const ports = publishedPorts(from, part('ports'), reading)
    if (ports) {
      const { line = start } = part('ports') ?? {}
      if (outside.length === 0)
        outside.push({ id: outsideId, label: 'Outside', icon: 'globe', external: true, line })
      const [port] = ports.length === 1 ? ports.map(portOf) : []
      connect({
        from: outsideId,
        to: from,
        line,
        port,
        label: port || ports.length === 0 ? undefined : `ports ${ports.join(', ')}`,
      })
    }
    for (const key of [
      'env_file',
      'external_links',
      'volumes_from',
      'network_mode',
      'pid',
      'ipc',
    ]) {
      const value = part(key)
      if (value) reading.tell(value.line, `${key} of ${from}`)
    }
  }
  return { connections: [...found.values()], outside }
}

/** Names by which others can reach a service, in lower case; its own name wins. */
function hostsOf(services: Services, reading: Reading): ReadonlyMap<string, string> {
  const hosts = new Map<string, string>()
  for (const [name, { entries: service }] of services) {
    const aliases = [...reading.entries(service?.get('networks')).values()].flatMap(({ entries }) =>
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
