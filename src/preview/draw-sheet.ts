/** Draws one script for the preview: its picture, findings and readme; of a script with errors, the last valid picture. */
import { KnownError } from '../errors.ts'
import { type CheckedScript, hasErrors } from '../project/check/check.ts'
import type { Examine } from '../project/check/examine.ts'
import type { LocalScript } from '../project/script/load.ts'
import { type Picture, svg, type Theme, text, withoutArt } from '../render/index.ts'
import { drawScript } from '../review/draw-scripts.ts'
import { markdown } from '../text/from-markdown.ts'
import { internalProblem } from '../topology/index.ts'
import { messageOf } from '../validator/index.ts'
import type { Entry, Sheet, SheetFinding } from './sheet.ts'
import { sourcesOf } from './sources.ts'

/** A script as it was last read. */
export interface DrawnState {
  readonly path: string
  version: number | null
  script: LocalScript | undefined
  findings: readonly SheetFinding[]
  picture: Picture | undefined
  /** True if the picture is from before the current errors. */
  isStale: boolean
}

/** How a page shows a script. */
export interface SheetLook {
  /** Address of a line with `{file}`, `{line}` and `{column}`; null opens no editor. */
  readonly editor: string | null
  readonly theme: Theme
}

/** The state of a script before it is read again. */
type Before = Pick<DrawnState, 'path' | 'script' | 'picture'>

/** Reads and draws a script. An error is a finding: it does not affect other scripts. */
export async function readState(
  load: () => Promise<LocalScript>,
  { path, script: before, picture }: Before,
  examine?: Examine,
): Promise<Omit<DrawnState, 'path' | 'version'>> {
  let script = before
  try {
    script = await load()
    const drawn = await drawScript(script, { previous: picture, readOn: 'screen' }, examine)
    const findings = findingsOf(drawn.checked)
    return {
      script,
      findings,
      isStale: hasErrors(drawn.checked),
      picture: drawn.picture ?? picture,
    }
  } catch (error) {
    return { script, picture, isStale: true, findings: [findingOfError(error, path)] }
  }
}

async function sheetOf(state: DrawnState, { editor, theme }: SheetLook): Promise<Sheet> {
  const { picture, isStale, findings, script } = state
  const { description = '', readme = null } = script?.content ?? {}
  return {
    ...entryOf(state),
    findings,
    description,
    drawing: picture
      ? {
          picture: withoutArt(picture),
          isStale,
          svg: svg.write(picture, { theme }),
          words: text.write(picture),
          sources: script && !isStale ? sourcesOf(picture, script, editor) : null,
        }
      : null,
    readme: readme === null ? null : await markdown(readme),
  }
}

/**
 * Makes the content of the page for a script; an error of drawing is a finding.
 */
export async function sheetOrFinding(state: DrawnState, look: SheetLook): Promise<Sheet> {
  try {
    return await sheetOf(state, look)
  } catch (error) {
    const findings = [...state.findings, findingOfError(error, state.path)]
    return { ...entryOf(state), findings, description: '', drawing: null, readme: null }
  }
}

export const entryOf = ({ path, script, version, findings }: DrawnState): Entry => ({
  path,
  version,
  title: script?.content.name ?? path,
  errors: findings.filter(({ severity }) => severity === 'error').length,
  warnings: findings.filter(({ severity }) => severity === 'warning').length,
})

const findingsOf = ({ findings }: CheckedScript): SheetFinding[] =>
  findings.map((finding) => {
    const { severity, rule, path, line, column, fix } = finding
    return { severity, rule, fix, place: `${path}:${line}:${column}`, message: messageOf(finding) }
  })

function findingOfError(error: unknown, path: string): SheetFinding {
  if (error instanceof KnownError) {
    const { message, hint = '', code } = error
    return { severity: 'error', rule: code, place: path, message, fix: hint }
  }
  const { rule, message, fix } = internalProblem('drawing it', error)
  return { severity: 'error', rule, place: path, message, fix }
}
