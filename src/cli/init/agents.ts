/** `topo init --agents`: writes a skill for coding agents and a section of AGENTS.md. Renews them unless somebody edited them. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomic } from '../../files/atomic.ts'
import { decodeText } from '../../files/decode.ts'
import { assertInside } from '../../files/path-containment.ts'
import { findRepository } from '../../files/root.ts'
import { readFileIfExists } from '../../limits/files.ts'
import { inLineEndsOf, withLineFeeds } from '../../text/line-ends.ts'
import type { InitFile } from './init-file.ts'
import { invalidConfig } from './merge-json.ts'

const SKILL = 'skills/topo-diagrams'
/** Claude Code reads the first folder, other agents the second. */
const folders = ['.claude', '.agents']
const PAGE = 'AGENTS.md'
const WHOLE = /^[\s\S]*$/
/** The last one, if a person broke an earlier one. */
const SECTION = /<!-- topo:begin (?:(?!<!-- topo:begin )[\s\S])*?<!-- topo:end -->\n?/

/** @throws usage error for a page that is not UTF-8, `TOPO_OUTSIDE_PROJECT` for a link out of the repository */
export async function writeAgentFiles(
  folder: string,
  packageRoot: string,
  force: boolean,
): Promise<{ items: InitFile[]; todo: string[] }> {
  const template = (name: string) => readFile(join(packageRoot, 'templates', name), 'utf8')
  const guide = await template('script-guide.md')
  // The cheat sheet repeats the tables; agents pay for each line.
  const language = `${guide.replace(/\n## Cheat sheet[\s\S]*/, '')}\n<!-- topo-hash: "${UNSEALED}" -->\n`
  const skill = sealed(await template('agents/SKILL.md'))
  const section = sealed(await template('agents/AGENTS.md'))
  const plan = (file: AgentFile) => planFile(folder, file, force)
  const planned = await Promise.all([
    ...folders.flatMap((base) => [
      plan({ path: `${base}/${SKILL}/SKILL.md`, text: skill, part: WHOLE }),
      plan({
        path: `${base}/${SKILL}/references/language.md`,
        text: sealed(language),
        part: WHOLE,
      }),
    ]),
    plan({ path: PAGE, text: section, part: SECTION }),
  ])
  for (const { path, text } of planned)
    if (text !== undefined) await writeAtomic(join(folder, path), text)
  return {
    items: planned.map(({ path, action }) => ({ path, written: action !== 'kept', action })),
    todo: planned
      .filter(({ isEdited }) => isEdited)
      .map(({ path }) => `Add --force to renew ${path}: somebody edited it, so it was kept.`),
  }
}

interface PlannedFile extends Pick<InitFile, 'path' | 'action'> {
  /** Undefined if the file does not change. */
  text?: string
  isEdited?: boolean
}

interface AgentFile {
  readonly path: string
  /** The text that topo writes. */
  readonly text: string
  /** Finds it in the file; a file without it gets it at its end. */
  readonly part: RegExp
}

async function planFile(
  folder: string,
  { path, text: wanted, part }: AgentFile,
  force: boolean,
): Promise<PlannedFile> {
  const file = join(folder, path)
  assertInside(findRepository(folder) ?? folder, file, path)
  const bytes = await readFileIfExists('config', file, path)
  if (bytes === undefined) return { path, action: 'written', text: wanted }
  const decoded = decodeText(bytes)
  if (decoded.text === undefined) throw invalidConfig(path, decoded.message)

  const { text: whole, byteOrderMark } = decoded
  const encode = (text: string) => (byteOrderMark ? '\uFEFF' : '') + inLineEndsOf(whole, text)
  const match = part.exec(whole)?.[0]
  if (match === undefined) {
    const text = `${whole.trimEnd()}\n\n${wanted}`.trimStart()
    return { path, action: 'merged', text: encode(text) }
  }
  const current = withLineFeeds(match)
  if (current.trimEnd() === wanted.trimEnd()) return { path, action: 'kept' }
  if (!force && !isSealed(current)) return { path, action: 'kept', isEdited: true }
  return { path, action: 'renewed', text: encode(whole.replace(match, () => wanted)) }
}

const HASH = /(topo-hash: ")[0-9a-f]{12}"/
const UNSEALED = '0'.repeat(12)

/** Puts the hash of everything else into the text, so that an edit can be seen. */
function sealed(text: string): string {
  const put = (hash: string) => text.replace(HASH, `$1${hash}"`)
  return put(createHash('sha256').update(put(UNSEALED)).digest('hex').slice(0, 12))
}

const isSealed = (text: string) => HASH.test(text) && sealed(text) === text
