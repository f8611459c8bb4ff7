/** The icons of the DSL as line glyphs on a grid of 24 by 24, drawn for topo. */

// biome-ignore lint/complexity/useMaxParams: the numbers of a rectangle and its corners, which the paths below read best without names
const r = (x: number, y: number, w: number, h: number, c = 2): string =>
  `M${x + c} ${y}h${w - 2 * c}a${c} ${c} 0 0 1 ${c} ${c}v${h - 2 * c}a${c} ${c} 0 0 1 -${c} ${c}h-${w - 2 * c}a${c} ${c} 0 0 1 -${c} -${c}v-${h - 2 * c}a${c} ${c} 0 0 1 ${c} -${c}z`
const o = (x: number, y: number, c: number): string =>
  `M${x - c} ${y}a${c} ${c} 0 1 0 ${2 * c} 0a${c} ${c} 0 1 0 -${2 * c} 0z`

const glyphs: Readonly<Record<string, string>> = {
  server: `${r(3, 4, 18, 7)}${r(3, 13, 18, 7)}M7 7.5h.01M7 16.5h.01M11 7.5h6M11 16.5h6`,
  cpu: `${r(6, 6, 12, 12)}${r(9.5, 9.5, 5, 5, 1)}M9 3v3M15 3v3M9 18v3M15 18v3M3 9h3M3 15h3M18 9h3M18 15h3`,
  container: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  database: 'M4 6c0-4 16-4 16 0s-16 4-16 0zM4 6v12c0 4 16 4 16 0V6M4 12c0 4 16 4 16 0',
  globe: `${o(12, 12, 9)}M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18`,
  router: `${r(3, 13, 18, 7)}M7 16.5h.01M11 16.5h.01M16 13V9M12.5 7.5a5 5 0 0 1 7 0M10.5 4.8a8 8 0 0 1 11 0`,
  'load-balancer': `${o(12, 5, 2.2)}${o(5, 19, 2.2)}${o(12, 19, 2.2)}${o(19, 19, 2.2)}M12 7.2v9.6M12 12H5v4.8M12 12h7v4.8`,
  firewall: `${r(3, 4, 18, 16)}M3 9.5h18M3 14.5h18M9 4v5.5M15 4v5.5M12 9.5v5M6.5 14.5V20M17.5 14.5V20`,
  dns: 'M12 21V9M12 13H6l-2-2 2-2h12M12 3v6M12 3h6l2 3-2 3',
  cache: `${r(3, 4, 18, 16)}M12.8 7l-4.3 5.6h3.2l-.6 4.4 4.4-5.6h-3.2z`,
  browser: `${r(3, 4, 18, 16)}M3 9h18M6 6.5h.01M9 6.5h.01`,
  terminal: `${r(3, 4, 18, 16)}M7 9l3 3-3 3M12.5 15.5H17`,
  cloud: 'M7 19a4.5 4.5 0 0 1-.6-8.96A6 6 0 0 1 18 9.6 4.7 4.7 0 0 1 17.3 19z',
  shield: 'M12 3l8 3v5.5c0 4.7-3.2 8-8 9.5-4.8-1.5-8-4.8-8-9.5V6zM8.8 12l2.3 2.3 4.2-4.6',
  lock: `${r(5, 11, 14, 9)}M8 11V7.5a4 4 0 0 1 8 0V11M12 14.5v2`,
  user: `${o(12, 8, 4)}M4.5 20.5c.5-8 14.5-8 15 0`,
  code: 'M8.5 7L3.5 12l5 5M15.5 7l5 5-5 5M13.5 5l-3 14',
  api: `${r(3, 7, 6, 10)}${r(15, 7, 6, 10)}M9 10h6M9 14h6`,
  queue: `${r(3, 8, 5, 8, 1.2)}${r(9.5, 8, 5, 8, 1.2)}${r(16, 8, 5, 8, 1.2)}M3 4.5h18M3 19.5h18`,
  mail: `${r(3, 5, 18, 14)}M3.5 7l8.5 6.5L20.5 7`,
  zap: 'M13 2.5L5 13.5h6l-1 8 8-11h-6z',
  alert: 'M12 4L2.8 20h18.4zM12 10v5M12 17.5h.01',
  monitor: `${r(3, 4, 18, 12)}M12 16v4M8 20h8`,
  mobile: `${r(7, 2.5, 10, 19)}M11 18.5h2`,
  key: `${o(7.5, 15.5, 4)}M10.5 12.5L20 3M16 7l3 3M13.5 9.5l2 2`,
  memory: `${r(3, 7, 18, 9)}M7 10v3M11 10v3M15 10v3M6 16v3M10 16v3M14 16v3M18 16v3`,
  'hard-drive': `${r(3, 13, 18, 7)}M3.5 14L6.5 5h11l3 9M7 16.5h.01M11 16.5h.01`,
  storage: `${r(3, 3, 18, 5, 1.5)}${r(3, 9.5, 18, 5, 1.5)}${r(3, 16, 18, 5, 1.5)}M6.5 5.5h.01M6.5 12h.01M6.5 18.5h.01`,
  layers: 'M12 3l9 5-9 5-9-5zM3 12.5l9 5 9-5M3 16.5l9 5 9-5',
  chart: 'M4 3v17.5h17M8.5 16v-4M13 16V7.5M17.5 16v-6',
  clock: `${o(12, 12, 9)}M12 7v5l3.5 2.5`,
  search: `${o(10.5, 10.5, 6.5)}M15.5 15.5l5.5 5.5`,
}

/** Undefined for unknown names, including properties of every object such as `constructor`. */
export const glyphOf = (name: string | null): string | undefined =>
  name !== null && Object.hasOwn(glyphs, name) ? glyphs[name] : undefined
