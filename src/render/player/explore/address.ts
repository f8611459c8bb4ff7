/** The address of what one looks at, as the hash of a URL: `#node=web&hops=2`, `#scenario=checkout&step=3`, `#layer=events`. */
import { addTo } from '../../../grouped.ts'
import type { Subject } from '../view/graph.ts'

export interface PlayerAddress {
  /** Key or id of a node. */
  readonly node?: string | undefined
  /** Id of a connection, such as `web->db`. */
  readonly edge?: string | undefined
  /** 1 to 3; 1 is not written. */
  readonly hops: number
  readonly scenario?: string | undefined
  /** Number of played steps. */
  readonly step: number
  /** Names of the only layers to show; undefined shows all. */
  readonly layers?: readonly string[] | undefined
  /** Folds all groups of this level and below; 1 is the outermost, 0 folds none. */
  readonly level?: number | undefined
  /** Keys of folded groups. */
  readonly folded: readonly string[]
}

export const emptyAddress: PlayerAddress = { hops: 1, step: 0, folded: [] }
export const MOST_HOPS = 3

export const named = ({ type, id }: Subject): Pick<PlayerAddress, 'node' | 'edge'> =>
  type === 'node' ? { node: id, edge: undefined } : { node: undefined, edge: id }

/** The address of a node in the page of its diagram. */
export const addressOfNode = (node: string): string => formatAddress({ ...emptyAddress, node })

/** More is ignored: a hash may come from anywhere. */
const mostParts = 5000

/** The parts of a hash that have no name, such as the path of a script in the preview. */
export function unnamedParts(hash: string): string[] {
  return partsOf(hash).flatMap(([name, value]) => (value === undefined ? [name] : []))
}

/** Unknown parts are ignored, and so are malformed ones. */
export function parseAddress(hash: string): PlayerAddress {
  const values = new Map<string, string[]>()
  for (const [name, value] of partsOf(hash)) {
    if (value !== undefined) addTo(values, name, value)
  }
  const first = (name: string) => values.get(name)?.[0]
  const layers = values.get('layer')
  return {
    node: first('node'),
    edge: first('edge'),
    hops: within(first('hops'), 1, MOST_HOPS),
    scenario: first('scenario'),
    step: within(first('step'), 0, Number.MAX_SAFE_INTEGER),
    layers: layers?.filter((name) => name !== ''),
    level: values.has('level') ? within(first('level'), 0, 50) : undefined,
    folded: values.get('fold') ?? [],
  }
}

/** @param unnamed parts to keep, such as the path of a script */
export function formatAddress(address: PlayerAddress, unnamed: readonly string[] = []): string {
  const { node, edge, hops, scenario, step, layers, level, folded } = address
  const isSelected = node !== undefined || edge !== undefined
  const parts: (readonly [string, string | number | undefined])[] = [
    ['node', node],
    ['edge', edge],
    ['hops', isSelected && hops > 1 ? hops : undefined],
    ['scenario', scenario],
    ['step', scenario !== undefined && step > 0 ? step : undefined],
    ...(layers?.length === 0 ? [''] : (layers ?? [])).map((name) => ['layer', name] as const),
    ['level', level],
    ...folded.map((key) => ['fold', key] as const),
  ]
  const written = parts.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encode(value)}`],
  )
  return [...unnamed.map(encode), ...written].join('&')
}

function partsOf(hash: string): [name: string, value: string | undefined][] {
  return hash
    .replace(/^#/, '')
    .split('&', mostParts)
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=')
      if (at < 0) return [decode(part), undefined]
      return [part.slice(0, at), decode(part.slice(at + 1))]
    })
}

function within(text: string | undefined, least: number, most: number): number {
  return text !== undefined && /^\d{1,9}$/.test(text)
    ? Math.min(most, Math.max(least, Number(text)))
    : least
}

/** Readable where a URL allows it. Lone surrogates cannot be encoded. */
const encode = (text: string | number): string =>
  encodeURIComponent(String(text).replace(/\p{Cs}/gu, '\uFFFD')).replace(
    /%(3A|2C|40)/g,
    decodeURIComponent,
  )

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
