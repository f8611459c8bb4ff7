/** Reads a compose file as one diagram: services, their first networks as groups, and who calls whom. */
import { basename, dirname } from 'pathe'
import type { Drawing, DrawnGroup, DrawnNode, ReadIncluded } from '../drawing/drawing.ts'
import { beside } from '../drawing/frame.ts'
import { connectionsOf } from './connections.ts'
import { lookOf } from './images.ts'
import { loadServices, MOST_BYTES } from './load-services.ts'
import { type ComposeValue, notCompose, Reading } from './reading.ts'
import { readEnvFile } from './variables.ts'
import { readYaml } from './yaml-values.ts'

const MOST_SERVICES = 1000
/** More boxes of one service say no more than their number. */
const MOST_REPLICAS = 10

/**
 * @param file path of the source; what it includes is read relative to its folder
 * @throws `TOPO_DIAGRAM_INVALID`
 */
export function readCompose(
  text: string,
  file: string,
  readIncluded: ReadIncluded,
): readonly Drawing[] {
  if (text.length > MOST_BYTES) throw notCompose('it has more than 1 MiB')
  const reading = new Reading()
  const variables = readEnvFile(readIncluded('.env'))
  const root = readYaml(text, reading, { variables }).entries ?? new Map<string, ComposeValue>()
  const source = { path: basename(file), root, variables }
  const services = loadServices(source, reading, readIncluded)
  if (services.size === 0) throw notCompose('it has no services')
  if (services.size > MOST_SERVICES) throw notCompose(`it has more than ${MOST_SERVICES} services`)
  for (const key of ['volumes', 'secrets', 'configs', 'models']) {
    const value = root.get(key)
    if (value) reading.tell(value.line, key)
  }

  const networks = new NetworkGroups(services.keys())
  const nodes = [...services].map(([id, service]) => {
    const group = networks.readGroupOf(id, service, reading)
    return readNode(id, service, group, reading)
  })
  const { connections, outside } = connectionsOf(services, reading)
  const title = reading.text(root.get('name')) || undefined
  const drawing: Drawing = {
    name: title ?? nameOf(file),
    title,
    groups: networks.all,
    nodes,
    connections,
    scenarios: [],
    leftOut: reading.leftOut.toSorted((a, b) => a.line - b.line),
  }
  return [outside === undefined ? drawing : beside(outside, drawing)]
}

/** A file with the usual name is called by its folder, as Compose calls the project. */
function nameOf(file: string): string {
  const name = basename(file).replace(/\.ya?ml$/i, '')
  const folder = basename(dirname(file))
  return /^(?:docker-)?compose$/i.test(name) && /\w/.test(folder) ? folder : name
}

/** A service is in the group of its first network. */
class NetworkGroups {
  /** Ids of services and groups. */
  readonly #ids: Set<string>
  /** By the names of their networks. */
  readonly #groups = new Map<string, DrawnGroup>()

  constructor(services: Iterable<string>) {
    this.#ids = new Set(services)
  }

  get all(): DrawnGroup[] {
    return [...this.#groups.values()]
  }

  /** Tells the other networks of the service. */
  readGroupOf(id: string, service: ComposeValue, reading: Reading): DrawnGroup | undefined {
    const networks = reading.entries(service.entries?.get('networks'))
    const [first, ...others] = networks.keys()
    const group = first === undefined ? undefined : this.#groupOf(first)
    for (const other of others) {
      reading.tell(networks.get(other)?.line ?? service.line, `network ${other} of ${id}`)
    }
    return group
  }

  #groupOf(network: string): DrawnGroup {
    const group = this.#groups.get(network) ?? { id: this.#unusedId(network), label: network }
    this.#ids.add(group.id)
    this.#groups.set(network, group)
    return group
  }

  #unusedId(id: string): string {
    return this.#ids.has(id) ? this.#unusedId(`${id}-network`) : id
  }
}

function readNode(
  id: string,
  service: ComposeValue,
  group: DrawnGroup | undefined,
  reading: Reading,
): DrawnNode {
  const image = imageOf(reading.text(service.entries?.get('image')))
  const profiles = reading
    .items(service.entries?.get('profiles'))
    .map((profile) => reading.text(profile))
  const description = [
    image && `Image ${image}.`,
    profiles.length > 0 && `Runs with the profile ${profiles.join(' or ')}.`,
  ]
  return {
    id,
    label: id,
    ...lookOf(image ?? id),
    line: service.line,
    group: group?.id,
    description: description.filter(Boolean).join(' ') || undefined,
    replicas: replicasOf(id, service, reading),
  }
}

/** Without digest; undefined if it is not the name of an image, so that nothing else gets into a picture. */
const imageOf = (text: string): string | undefined =>
  /^\/*((?:[\w.-]+(?::\d+)?\/)*[\w.-]+(?::[\w.-]+)?):?(?:@sha256:\w+)?$/.exec(text)?.[1]

function replicasOf(id: string, service: ComposeValue, reading: Reading): number | undefined {
  const value =
    service.entries?.get('deploy')?.entries?.get('replicas') ?? service.entries?.get('scale')
  const text = reading.text(value)
  const replicas = Number(text)
  if (text === '' || replicas === 1) return undefined
  if (Number.isInteger(replicas) && replicas > 1 && replicas <= MOST_REPLICAS) return replicas
  reading.tell(value?.line ?? service.line, `number of replicas of ${id}`)
  return undefined
}
