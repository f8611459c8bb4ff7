/** Colours of pictures, light and dark, with one hue per connection type. */

export const edgeTypes = ['http', 'tcp', 'replication', 'monitoring', 'discovery', 'pulse'] as const
export type EdgeType = (typeof edgeTypes)[number]

/** Null without a type, and for one that no style knows. */
export const knownType = ({ type }: { readonly type: string | null }): EdgeType | null =>
  edgeTypes.find((known) => known === type) ?? null

/** Dash pattern per connection type, so that types differ without colours. */
export const dashes: Readonly<Record<EdgeType, string | null>> = {
  http: null,
  tcp: null,
  replication: '7 4',
  monitoring: '2 4',
  discovery: '9 3 2 3',
  pulse: '4 3',
}

/** For formats with a single dash style. */
export const isDashed = (type: string | null | undefined): boolean =>
  Object.entries(dashes).some(([name, dash]) => name === type && dash !== null)

/** `auto` follows the reader's system, if the format supports it. */
export type Theme = 'light' | 'dark' | 'auto'

const light = {
  canvas: '#f8fafc',
  surface: '#ffffff',
  frame: '#64748b',
  line: '#76869c',
  frameLine: '#76869c',
  text: '#0f1b2d',
  quiet: '#5b6b82',
  icon: '#46597a',
  /** Under an icon that has its own colours. */
  plate: 'none',
  edge: '#64748b',
  states: { stopped: '#76859b', warning: '#b97506', error: '#dc3545' },
  types: {
    http: '#2f6fdb',
    tcp: '#55687f',
    replication: '#8250df',
    monitoring: '#0f8a6d',
    discovery: '#b7700b',
    pulse: '#c93a7c',
  },
  marks: { added: '#1a7f45', removed: '#cf2f3f', changed: '#b7700b' },
  /** Frames of the outermost groups without a colour, in turn: pale, so that states and lines stand out. */
  hues: ['#6387b4', '#419188', '#927bae', '#6d8d5c', '#ab7493', '#9b814a'],
}

export type Palette = typeof light

const dark: Palette = {
  canvas: '#0e141f',
  surface: '#18212f',
  frame: '#8ea3c0',
  line: '#66778f',
  frameLine: '#66778f',
  text: '#e7edf6',
  quiet: '#9aabc2',
  icon: '#a9bcd8',
  plate: '#e7edf6',
  edge: '#8798b0',
  states: { stopped: '#74849b', warning: '#f0b042', error: '#ff6b74' },
  types: {
    http: '#6ea8ff',
    tcp: '#9db0c8',
    replication: '#b794ff',
    monitoring: '#4fd0ab',
    discovery: '#e8b04f',
    pulse: '#ff86b9',
  },
  marks: { added: '#4ccb7f', removed: '#ff7480', changed: '#e8b04f' },
  hues: ['#537197', '#367a72', '#7a6792', '#5c774d', '#90627c', '#836d3e'],
}

export const palettes = { light, dark } as const

/** Each theme has as many hues. */
export const hueCount = palettes.light.hues.length
