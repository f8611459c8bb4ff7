/** `--fix` and `--fix-dry-run`: reports the fixes as text and as a patch. */
import { relative } from 'node:path'
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import { type CheckedScript, checkScript } from '../../project/check/check.ts'
import { applyFixes, bytesOf, type FixResult, writeFixes } from '../../project/check/fix.ts'
import type { Project } from '../../project/config/project.ts'
import { forTerminal, forTerminalLines } from '../../text/for-terminal.ts'
import type { Finding } from '../../validator/index.ts'

/** A fixed script in `--json`. */
export interface FixedScript {
  /** Relative to the working directory. */
  path: string
  /** The fixed findings, each at its old position. */
  findings: Pick<Finding, 'rule' | 'severity' | 'message' | 'line' | 'column'>[]
  /** A unified diff that `git apply` and `patch -p1` take. */
  diff: string
}

export interface FixRun {
  /** The scripts with their remaining findings. */
  checked: CheckedScript[]
  fixed: FixedScript[]
}

export async function fix(
  checked: readonly CheckedScript[],
  { cwd, config }: Project,
  dryRun: boolean,
): Promise<FixRun> {
  const left: CheckedScript[] = []
  const fixed: FixedScript[] = []
  for (const one of checked) {
    const result = await applyFixes(one, {
      defaults: config.defaults,
      check: (script) => checkScript(script),
    })
    left.push(result?.after ?? one)
    if (!result) continue
    if (!dryRun) await writeFixes(result)
    fixed.push(toFixedScript(result, relative(cwd, result.before.file).replaceAll('\\', '/')))
  }
  return { checked: left, fixed }
}

function toFixedScript({ before, after, fixed }: FixResult, path: string): FixedScript {
  return {
    path,
    findings: fixed.map(({ rule, severity, message, line, column }) => ({
      ...{ rule, severity, message, line, column },
    })),
    diff: patchOf(path, bytesOf(before), bytesOf(after.script)),
  }
}

/** @param path relative to the working directory */
export const patchOf = (path: string, before: Buffer, after: Buffer): string =>
  createTwoFilesPatch(`a/${path}`, `b/${path}`, before.toString(), after.toString(), undefined, undefined, {
    headerOptions: FILE_HEADERS_ONLY,
  })

/** A line for each fixed finding. */
export function fixedText(fixed: readonly FixedScript[]): string {
  return fixed
    .flatMap(({ path, findings }) =>
      findings.map(
        ({ rule, message, line, column }) =>
          `${forTerminal(path)}:${line}:${column}  ✔ fixed  ${forTerminal(message)}  ${rule}`,
      ),
    )
    .join('\n')
}

/** Joins the patches; for a screen without control characters. */
export function patchText(fixed: readonly Pick<FixedScript, 'diff'>[], shown: boolean): string {
  // The last line may be an empty one of the file, with a carriage return.
  const patch = fixed
    .map(({ diff }) => diff)
    .join('')
    .replace(/\n$/, '')
  return shown ? forTerminalLines(patch) : patch
}
