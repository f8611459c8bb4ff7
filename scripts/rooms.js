// Writes a script of topo that draws the rooms of the sources from their imports, so a new arrow shows up in a diff.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Rooms that nearly everything imports: an arrow to them says nothing. */
const EVERYWHERE = new Set(['errors.ts', 'text', 'limits', 'listen.ts', 'exports'])

/** `{ room → rooms that it imports }` for the folders of `src`, or of one of its rooms. */
export function importsOfRooms(root, room = '') {
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
    if (from === undefined || EVERYWHERE.has(from)) continue
    const imported = rooms.get(from) ?? rooms.set(from, new Set()).get(from)
    for (const [, specifier] of readFileSync(file, 'utf8').matchAll(
      /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g,
    )) {
      const to = roomOf(resolve(dirname(file), specifier))
      if (to !== undefined && to !== from && !EVERYWHERE.has(to)) imported.add(to)
    }
  }
  return rooms
}

/** Without arrows that a longer way implies: who imports `cli` reaches what `cli` imports. */
function withoutImplied(rooms) {
  const reaches = (from, to, seen = new Set()) => {
    if (seen.has(from)) return false
    seen.add(from)
    return [...(rooms.get(from) ?? [])].some((next) => next === to || reaches(next, to, seen))
  }
  return [...rooms].flatMap(([from, all]) =>
    [...all]
      .filter((to) => ![...all].some((other) => other !== to && reaches(other, to)))
      .map((to) => [from, to]),
  )
}

/** A script of topo that draws the rooms and their imports. */
export function roomsScript(root, room = '') {
  const rooms = importsOfRooms(root, room)
  const names = [...rooms.keys()].sort()
  const where = room === '' ? 'src' : `src/${room}`
  return [
    `// The folders of ${where} and who imports whom. Written by node scripts/generate.js; do not edit.`,
    'const topology = new TopologyBuilder(true)',
    ...names.map((name) => `topology.createProcess({ id: '${name}', label: '${name}' })`),
    ...withoutImplied(rooms)
      .map(([from, to]) => `topology.connect('${from}', '${to}', { type: 'tcp' })`)
      .sort(),
    'await topology.apply()',
    '',
  ].join('\n')
}
