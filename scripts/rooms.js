// Writes a script of topo that draws the rooms of the sources from their imports, so a new arrow shows up in a diff.
import { importsOf, sourceFiles } from './imports.js'

/** Left out: rooms that nearly every room imports, and what only two rooms import. */
const LEFT_OUT = new Set([
  'errors.ts',
  'text',
  'limits',
  'listen',
  'threads',
  'native-package.ts',
  'platform',
  'compiler-flags.ts',
  'clock.ts',
  'grouped.ts',
])

/** `{ room → rooms that it imports }` for the folders of `src`, or of one of its rooms. */
function importsOfRooms(room) {
  const base = room === '' ? '' : `${room}/`
  const roomOf = (file) => {
    if (!file.startsWith(base)) return undefined
    const [first, ...rest] = file.slice(base.length).split('/')
    return (base !== '' && rest.length === 0) || LEFT_OUT.has(first) ? undefined : first
  }
  const rooms = new Map()
  for (const file of sourceFiles) {
    const from = roomOf(file)
    if (from === undefined) continue
    const imported = rooms.get(from) ?? rooms.set(from, new Set()).get(from)
    for (const to of importsOf(file).map(roomOf))
      if (to !== undefined && to !== from) imported.add(to)
  }
  // A folder that only flat files use has no arrow.
  const isImported = (name) => [...rooms.values()].some((imported) => imported.has(name))
  return new Map([...rooms].filter(([name, imported]) => imported.size > 0 || isImported(name)))
}

/** @throws Error if rooms import each other: then no arrow between them is implied by another. */
function assertNoCircle(rooms, where) {
  const done = new Set()
  const follow = (room, way) => {
    if (way.includes(room))
      throw new Error(`Folders of ${where} import each other: ${[...way, room].join(' → ')}.`)
    if (done.has(room)) return
    for (const next of rooms.get(room) ?? []) follow(next, [...way, room])
    done.add(room)
  }
  for (const room of rooms.keys()) follow(room, [])
}

/**
 * A script of topo that draws the rooms and their imports. It lists every import, so that each new one changes it; the
 * picture leaves out arrows that a longer way implies.
 */
export function roomsScript(room = '') {
  const where = room === '' ? 'src' : `src/${room}`
  const imports = importsOfRooms(room)
  assertNoCircle(imports, where)
  const rooms = [...imports].sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    `// The folders of ${where} and what each imports. Written by node scripts/generate.js; do not edit.`,
    'const imports = {',
    ...rooms.map(([name, to]) => `  ${name}: [${[...to].sort().map(quoted).join(', ')}],`),
    '}',
    '',
    '// An arrow is left out if a longer way implies it: who imports cli reaches what cli imports.',
    'const reaches = (from, to) => imports[from].some((next) => next === to || reaches(next, to))',
    'const isImplied = (from, to) => imports[from].some((other) => other !== to && reaches(other, to))',
    '',
    'const topology = new TopologyBuilder(true)',
    'for (const room of Object.keys(imports)) topology.createProcess({ id: room, label: room })',
    'for (const [room, imported] of Object.entries(imports)) {',
    "  for (const to of imported) if (!isImplied(room, to)) topology.connect(room, to, { type: 'tcp' })",
    '}',
    'await topology.apply()',
    '',
  ].join('\n')
}

const quoted = (name) => `'${name}'`
