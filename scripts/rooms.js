// Writes a script of topo that draws the rooms of the sources from their imports, so a new arrow shows up in a diff.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Left out: rooms that nearly every room imports, and the port that only `mock` and `preview` open. */
const LEFT_OUT = new Set(['errors.ts', 'text', 'limits', 'listen.ts'])

/** `{ room → rooms that it imports }` for the folders of `src`, or of one of its rooms. */
function importsOfRooms(root, room = '') {
  const base = join(root, 'src', room)
  const roomOf = (path) => {
    const [first, ...rest] = relative(base, path).replaceAll('\\', '/').split('/')
    return first === '..' || (room !== '' && rest.length === 0) ? undefined : first
  }
  const rooms = new Map()
  for (const entry of readdirSync(base, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue
    const file = join(entry.parentPath, entry.name)
    const from = roomOf(file)
    if (from === undefined || LEFT_OUT.has(from)) continue
    const imported = rooms.get(from) ?? rooms.set(from, new Set()).get(from)
    for (const [, specifier] of readFileSync(file, 'utf8').matchAll(
      /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g,
    )) {
      const to = roomOf(resolve(dirname(file), specifier))
      if (to !== undefined && to !== from && !LEFT_OUT.has(to)) imported.add(to)
    }
  }
  return rooms
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
export function roomsScript(root, room = '') {
  const where = room === '' ? 'src' : `src/${room}`
  const imports = importsOfRooms(root, room)
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
