/** `--fix` and `--fix-dry-run`: what was mended, in words and as a patch. */
import { relative } from 'node:path'
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import { type CheckedScript, checkScript } from '../../project/check/check.ts'
import { applyFixes, bytesOf, type FixResult, writeFixes } from '../../project/check/fix.ts'
import type { Project } from '../../project/config/project.ts'
import { forTerminal, forTerminalLines } from '../../text/for-terminal.ts'
import type { Finding } from '../../validator/index.ts'

/** One script that was mended, as `--json` tells it. */
export interface Fixed {
  /** Relative to where the command was called. */
  path: string
  /** What is gone, each where it stood. */
  findings: Pick<Finding, 'rule' | 'severity' | 'message' | 'line' | 'column'>[]
  /** A unified diff that `git apply` and `patch -p1` take. */
  diff: string
}

export interface Fixing {
  /** What is left. */
  checked: CheckedScript[]
  fixed: Fixed[]
}

export async function fix(
  checked: readonly CheckedScript[],
  { cwd, config }: Project,
  dryRun: boolean,
): Promise<Fixing> {
  const left: CheckedScript[] = []
  const fixed: Fixed[] = []
  for (const one of checked) {
    const mending = await applyFixes(one, {
      defaults: config.defaults,
      check: (script) => checkScript(script),
    })
    left.push(mending?.after ?? one)
    if (!mending) continue
    if (!dryRun) await writeFixes(mending)
    fixed.push(toldOf(mending, relative(cwd, mending.before.file).replaceAll('\\', '/')))
  }
  return { checked: left, fixed }
}

function toldOf({ before, after, fixed }: FixResult, path: string): Fixed {
  return {
    path,
    findings: fixed.map(({ rule, severity, message, line, column }) => ({
      ...{ rule, severity, message, line, column },
    })),
    diff: createTwoFilesPatch(
      `a/${path}`,
      `b/${path}`,
      bytesOf(before).toString(),
      bytesOf(after.script).toString(),
      undefined,
      undefined,
      { headerOptions: FILE_HEADERS_ONLY },
    ),
  }
}

/** A line for each finding that is gone. */
export function fixedText(fixed: readonly Fixed[]): string {
  return fixed
    .flatMap(({ path, findings }) =>
      findings.map(
        ({ rule, message, line, column }) =>
          `${forTerminal(path)}:${line}:${column}  ✔ mended  ${forTerminal(message)}  ${rule}`,
      ),
    )
    .join('\n')
}

/** The patches one after the other, whole for a program and harmless for a screen. */
export function patchText(fixed: readonly Fixed[], shown: boolean): string {
  const patch = fixed
    .map(({ diff }) => diff)
    .join('')
    .trimEnd()
  return shown ? forTerminalLines(patch) : patch
}
