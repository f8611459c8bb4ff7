/** `topo validate --against`: compares the services and connections of compose files with what all diagrams of the project draw. */
import { resolve } from 'node:path'
import type { Drawing, LeftOut } from '../../convert/index.ts'
import { KnownError, refusedError } from '../../errors.ts'
import { addTo } from '../../grouped.ts'
import { readFileWithin } from '../../limits/files.ts'
import { forMessage } from '../../text/for-message.ts'
import { nearest } from '../../text/nearest.ts'
import { counted } from '../../text/words.ts'
import type { NodeKind } from '../../topology/index.ts'
import { type CheckedScript, checkedTexts } from '../check/check.ts'
import { type PlacedFinding, type SourceText, suppress } from '../check/suppressions.ts'
import type { Project } from '../config/project.ts'
import { known, readDrawings } from '../convert/convert.ts'
import { decodeText } from '../files/decode.ts'
import type { Place } from '../files/position.ts'
import { projectPath } from '../files/root.ts'
import { type Appearance, architectureOf, matchesPattern, type Relation } from './architecture.ts'

interface ComposeFile {
  /** Relative to the project root. */
  readonly path: string
  readonly text: string
  readonly drawing: Drawing
}

/**
 * Adds findings to their scripts; those in other files to the first one, because reports place them by their own paths.
 * @param checked all scripts of the project, with their outlines
 * @throws usage error `TOPO_NO_SOURCE` for a file that cannot be read, `TOPO_DIAGRAM_INVALID` for one that is no compose file
 */
export async function compareWithCompose(
  project: Project,
  checked: readonly CheckedScript[],
  names: readonly string[],
): Promise<CheckedScript[]> {
  const files = await Promise.all(names.map((name) => readComposeFile(project, name)))
  const found = findDifferences(files, checked, project.config.against ?? {})
  const settings = project.config.rules ?? {}
  const findings = found.flatMap((one): PlacedFinding[] => {
    const severity = settings[one.rule] ?? 'warning'
    return severity === 'off'
      ? []
      : [{ ...one, message: forMessage(one.message), fix: forMessage(one.fix), severity }]
  })
  const sources = new Map<string, SourceText>()
  const wanted = new Set(findings.map(({ path }) => path))
  for (const { path, text } of files) sources.set(path, { path, text, imported: false })
  for (const { script } of checked.filter(({ outline }) => outline))
    for (const source of await checkedTexts(script))
      if (wanted.has(source.path)) sources.set(source.path, source)
  // The check of each script reported wrong suppressions already.
  const left = await suppress(findings, [...sources.values()], { suppression: 'off' })
  const own = new Set(checked.map(({ script }) => script.path))
  return checked.map((one, index) => {
    const added = left.filter(
      ({ path }) => path === one.script.path || (index === 0 && !own.has(path)),
    )
    return { ...one, findings: [...one.findings, ...added].sort((a, b) => a.line - b.line) }
  })
}

async function readComposeFile(project: Project, name: string): Promise<ComposeFile> {
  const file = resolve(project.cwd, name)
  const read = async () => {
    const bytes = await readFileWithin('drawing', file, name)
    const [drawn] = await readDrawings(
      { name, file, folder: '', bytes },
      { project, from: 'compose' },
    )
    if (drawn === undefined || drawn instanceof KnownError) throw drawn
    const outside = drawn.drawing.leftOut.find(({ what }) =>
      /^file .*, which is outside of /s.test(what),
    )
    if (outside) throw incomplete(outside)
    return { bytes, drawn }
  }
  const { bytes, drawn } = await read().catch((error: unknown) => {
    const { message, cause, ...more } = known(error)
    throw new KnownError(`${name}: ${message}`, { ...more, cause })
  })
  const path = projectPath(project.root, file)
  return { path, text: decodeText(bytes).text ?? '', drawing: drawn.drawing }
}

/** The services of a file that is not read would look as if nothing ran them. */
const incomplete = ({ line, what }: LeftOut): KnownError =>
  refusedError(`line ${line}: it names the ${what}.`, {
    code: 'TOPO_DIAGRAM_INVALID',
    hint: 'Name the files with all services, such as the output of "docker compose config".',
  })

type Difference = Omit<PlacedFinding, 'severity'>

/** Differences between the services of compose files and all diagrams together. */
function findDifferences(
  files: readonly ComposeFile[],
  checked: readonly CheckedScript[],
  settings: NonNullable<Project['config']['against']>,
): Difference[] {
  const { things, links, outOf } = architectureOf(checked)
  const running = new Map<string, Place>()
  const calls = new Map<string, { from: string; to: string; at: Place }>()
  for (const { path, text, drawing } of files) {
    const lines = text.split(/\r?\n/)
    const services = drawing.nodes.filter(({ external }) => !external)
    for (const { id, line } of services)
      if (!running.has(id)) running.set(id, placeOf(path, line, lines))
    const own = new Set(services.map(({ id }) => id))
    for (const { from, to, line } of drawing.connections.filter(({ from }) => own.has(from)))
      if (!calls.has(pairOf(from, to)))
        calls.set(pairOf(from, to), { from, to, at: placeOf(path, line, lines) })
  }
  const map = new Map(Object.entries(settings.map ?? {}))
  const ignored = Object.keys(settings.ignore ?? {})
  const isIgnored = (name: string) =>
    namesOf(name).some((one) => ignored.some((pattern) => matchesPattern(one, pattern)))
  const byName = new Map([...running.keys()].map((service) => [plain(service), service]))
  const mappedTo = (id: string) => map.get(id) ?? map.get(bareId(id))
  const namesOf = (id: string) => [
    id,
    bareId(id),
    ...(things.get(id) ?? []).flatMap(({ label }) => label ?? []),
  ]
  const services = new Map(
    [...things.keys()].map((id) => {
      const mapped = mappedTo(id)
      if (mapped !== undefined) return [id, running.has(mapped) ? mapped : undefined]
      return [id, namesOf(id).flatMap((name) => byName.get(plain(name)) ?? [])[0]]
    }),
  )
  const drawn = new Set(services.values())

  /** The services of the nearest groups around a thing. */
  const around = (id: string, seen = new Set<string>()): string[] =>
    (things.get(id) ?? []).flatMap(({ group }) => {
      if (group === undefined || seen.has(group)) return []
      return services.get(group) ?? around(group, seen.add(group))
    })
  /** The services in a group. */
  const within = (id: string, seen = new Set<string>()): string[] =>
    (outOf.get(id) ?? []).flatMap(({ to, isConnection }) => {
      if (isConnection || seen.has(to)) return []
      return services.get(to) ?? within(to, seen.add(to))
    })
  const standsFor = (id: string): string[] => {
    const own = services.get(id)
    if (own !== undefined) return [own]
    const outer = around(id)
    return outer.length > 0 ? outer : within(id)
  }

  /** A file says nothing about services of other files. */
  const areInOneFile = (...names: readonly string[]) =>
    files.some(({ drawing }) => names.every((name) => drawing.nodes.some(({ id }) => id === name)))

  const found: Difference[] = []
  // A script that does not run may draw what others do not.
  const isComplete = checked.every(
    ({ outline, script }) => outline || script.content.type !== 'topology',
  )
  for (const [service, at] of isComplete ? running : [])
    if (!drawn.has(service) && !isIgnored(service)) {
      const message = `No diagram draws the service "${service}"`
      found.push({ rule: 'undrawn-service', ...at, message, fix: `Draw it. ${NAMES}` })
    }
  for (const [id, all] of things) {
    const isOutside = all.some(({ kind, isExternal }) => isExternal || !RUNS.has(kind))
    if (isOutside || services.get(id) !== undefined || isIgnored(id) || around(id).length > 0)
      continue
    const mapped = mappedTo(id)
    const message = `No compose file runs ${mapped === undefined ? `"${id}"` : `"${mapped}", the service of "${id}"`}`
    const guess = nearest(mapped ?? bareId(id), [...running.keys()])
    const fix =
      guess === undefined ? 'Remove it, or draw it as external.' : `Is it the service "${guess}"?`
    found.push({
      rule: 'missing-service',
      ...placeOfFirst(all),
      message: message + elsewhere(all),
      fix: `${fix} ${NAMES}`,
    })
  }

  const connected = new Map<string, Relation[]>()
  const pairs = new Set<string>()
  for (const link of links.filter(({ isConnection }) => isConnection)) {
    for (const from of standsFor(link.from))
      for (const to of standsFor(link.to)) pairs.add(pairOf(from, to))
    const from = services.get(link.from)
    const to = services.get(link.to)
    if (
      from === undefined ||
      to === undefined ||
      from === to ||
      isIgnored(link.from) ||
      isIgnored(link.to)
    )
      continue
    if (!calls.has(pairOf(from, to)) && areInOneFile(from, to))
      addTo(connected, pairOf(from, to), link)
  }
  for (const [pair, { from, to, at }] of isComplete ? calls : []) {
    if (pairs.has(pair) || !drawn.has(from) || !drawn.has(to) || isIgnored(from) || isIgnored(to))
      continue
    const message = `No diagram connects the services "${from}" and "${to}"`
    found.push({ rule: 'undrawn-connection', ...at, message, fix: 'Draw the connection.' })
  }
  for (const all of connected.values()) {
    const [{ from, to }] = all as [Relation]
    const message = `No compose file connects "${from}" and "${to}"${elsewhere(all)}`
    const fix = 'Remove the connection, or name the address in the environment of the service.'
    found.push({ rule: 'missing-connection', ...placeOfFirst(all), message, fix })
  }
  return found
}

/** People, and programs on their machines, are no services. */
const RUNS: ReadonlySet<NodeKind> = new Set<NodeKind>(['process', 'node', 'database'])

const NAMES =
  'Other names belong into against.map of topo.config.json, exceptions into against.ignore.'

const bareId = (id: string) => id.slice(id.lastIndexOf('/') + 1)

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')

/** In either direction: a compose file says who needs whom, and not who opens a connection. */
const pairOf = (one: string, other: string) => JSON.stringify([one, other].sort())

const placeOf = (path: string, line: number, lines: readonly string[]): Place => {
  const text = lines[line - 1] ?? ''
  return {
    path,
    line,
    column: text.search(/\S|$/) + 1,
    endLine: line,
    endColumn: text.trimEnd().length + 1,
  }
}

const placeOfFirst = ([first]: readonly (Appearance | Relation)[]): Place =>
  (first as Appearance).script.locate((first as Appearance).at)

function elsewhere(all: readonly (Appearance | Relation)[]): string {
  const others = new Set(all.map(({ script }) => script.path)).size - 1
  return others === 0
    ? ''
    : `, and ${counted(others, 'other diagram')} ${others === 1 ? 'draws' : 'draw'} it too`
}
