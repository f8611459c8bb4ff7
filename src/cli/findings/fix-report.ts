/** `--fix` and `--fix-dry-run`: reports the fixes as text and as a patch. */
import { relative } from 'node:path'
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import { isBelow } from '../../files/path-containment.ts'
import { type CheckedScript, checkScript } from '../../project/check/check.ts'
import { applyFixes, bytesOf, type FixResult, writeFixes } from '../../project/check/fix.ts'
import type { Project } from '../../project/config/project.ts'
import { forTerminal, forTerminalLines } from '../../text/safe/for-terminal.ts'
import type { Finding } from '../../validator/index.ts'
import type { Terminal } from '../io/terminal.ts'

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
  project: Project,
  dryRun: boolean,
  terminal: Terminal,
): Promise<FixRun> {
  const { cwd, config } = project
  const results: FixResult[] = []
  const left: CheckedScript[] = []
  for (const one of checked) {
    const result = await applyFixes(one, {
      defaults: config.defaults,
      check: (script) => checkScript(script, undefined, { outline: true }),
    })
    left.push(result?.after ?? one)
    if (!result) continue
    if (!dryRun) await writeFixes(result)
    results.push(result)
  }
  const files = results.map(({ before }) => before.file)
  const patchOf = patches(project, files, dryRun ? terminal : undefined)
  const fixed = results.map(({ before, after, fixed: findings }) => ({
    path: relative(cwd, before.file).replaceAll('\\', '/'),
    findings: findings.map(({ rule, severity, message, line, column }) => ({
      rule,
      severity,
      message,
      line,
      column,
    })),
    diff: patchOf(before.file, bytesOf(before), bytesOf(after.script)),
  }))
  return { checked: left, fixed }
}

/**
 * Makes the patches of files. Their paths are relative to the working directory, or to the root if a file is not below it, because
 * programs refuse `..`.
 * @param terminal gets a hint in the second case
 */
export function patches({ cwd, root }: Project, files: readonly string[], terminal?: Terminal) {
  const folder = files.every((file) => isBelow(cwd, file)) ? cwd : root
  if (folder !== cwd) terminal?.hint(`Apply the patch in ${root}.`)
  return (file: string, before: Buffer, after: Buffer): string => {
    const path = relative(folder, file).replaceAll('\\', '/')
    const options = { headerOptions: FILE_HEADERS_ONLY }
    return createTwoFilesPatch(
      `a/${path}`,
      `b/${path}`,
      `${before}`,
      `${after}`,
      undefined,
      undefined,
      options,
    )
  }
}

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
