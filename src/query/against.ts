/** `topo validate --against`: compares the services and connections of compose files with what diagrams of the project draw. */
import { resolve } from 'node:path'
import type { Drawing, LeftOut } from '../convert/index.ts'
import { KnownError, refusedError } from '../errors.ts'
import { decodeText } from '../files/decode.ts'
import { projectPath } from '../files/root.ts'
import { readFileWithin } from '../limits/files.ts'
import { type CheckedScript, checkedTexts } from '../project/check/check.ts'
import { type PlacedFinding, type SourceText, suppress } from '../project/check/suppressions.ts'
import type { Project } from '../project/config/project.ts'
import { known, readDrawings } from '../project/convert/read-drawings.ts'
import { forMessage } from '../text/safe/for-message.ts'
import { type ComposeDifference, findDifferences } from './compose-differences.ts'
import type { ComposeFile } from './compose-services.ts'

/**
 * Adds findings to their scripts; those in other files to the first one, because reports place them by their own paths.
 * @param checked scripts of the project, with their outlines
 * @param compared those of them that count
 * @throws usage error `TOPO_NO_SOURCE` for a file that cannot be read, `TOPO_DIAGRAM_INVALID` for one that is no compose file
 */
export async function compareWithCompose(
  project: Project,
  checked: readonly CheckedScript[],
  names: readonly string[],
  compared: readonly CheckedScript[],
): Promise<CheckedScript[]> {
  const files = await Promise.all(names.map((name) => readComposeFile(project, name)))
  const differences = findDifferences(files, compared, project.config.against ?? {})
  const findings = withSeverities(differences, project.config.rules ?? {})
  const sources = await sourcesOf(findings, files, checked)
  // The check of each script reported wrong suppressions already.
  const remaining = await suppress(findings, sources, { suppression: 'off' })
  return addFindings(checked, remaining)
}

function withSeverities(
  differences: readonly ComposeDifference[],
  rules: NonNullable<Project['config']['rules']>,
): PlacedFinding[] {
  return differences.flatMap((difference) => {
    const severity = rules[difference.rule] ?? 'warning'
    if (severity === 'off') return []
    const message = forMessage(difference.message)
    return [{ ...difference, message, fix: forMessage(difference.fix), severity }]
  })
}

/** The texts with findings: suppressions are in them. */
async function sourcesOf(
  findings: readonly PlacedFinding[],
  files: readonly ComposeFile[],
  checked: readonly CheckedScript[],
): Promise<SourceText[]> {
  const sources = new Map<string, SourceText>()
  const paths = new Set(findings.map(({ path }) => path))
  for (const { path, text } of files) sources.set(path, { path, text, imported: false })
  for (const { script, outline } of checked) {
    if (!outline) continue
    for (const source of await checkedTexts(script)) {
      if (paths.has(source.path)) sources.set(source.path, source)
    }
  }
  return [...sources.values()]
}

/** Adds each finding to the script of its path, or to the first script. */
function addFindings(
  checked: readonly CheckedScript[],
  findings: readonly PlacedFinding[],
): CheckedScript[] {
  const scriptPaths = new Set(checked.map(({ script }) => script.path))
  return checked.map((result, index) => {
    const added = findings.filter(
      ({ path }) => path === result.script.path || (index === 0 && !scriptPaths.has(path)),
    )
    const all = [...result.findings, ...added]
    return { ...result, findings: all.sort((a, b) => a.line - b.line) }
  })
}

async function readComposeFile(project: Project, name: string): Promise<ComposeFile> {
  const file = resolve(project.cwd, name)
  const { bytes, drawing } = await drawServices(project, file, name).catch((error: unknown) => {
    const { message, cause, ...more } = known(error)
    throw new KnownError(`${name}: ${message}`, { ...more, cause })
  })
  const path = projectPath(project.root, file)
  return { path, text: decodeText(bytes).text ?? '', drawing }
}

async function drawServices(
  project: Project,
  file: string,
  name: string,
): Promise<{ readonly bytes: Buffer; readonly drawing: Drawing }> {
  const bytes = await readFileWithin('drawing', file, name)
  const source = { name, file, bytes }
  const [read] = await readDrawings(source, { project, from: 'compose' })
  if (read?.drawing === undefined) throw read?.error
  const { drawing } = read
  const outside = drawing.leftOut.find(({ what }) => /^file .*, which is outside of /s.test(what))
  if (outside) throw incomplete(outside)
  return { bytes, drawing }
}

/** The services of a file that is not read would look as if nothing ran them. */
const incomplete = ({ line, what }: LeftOut): KnownError =>
  refusedError(`line ${line}: it names the ${what}.`, {
    code: 'TOPO_DIAGRAM_INVALID',
    hint: 'Name the files with all services, such as the output of "docker compose config".',
  })
