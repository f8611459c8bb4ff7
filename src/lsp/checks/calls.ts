/** Everything that the threads do. Parameters and results are plain values, because they are copied. */

import { checkScript } from '../../project/check/check.ts'
import { applyFixes, bytesOf } from '../../project/check/fix.ts'
import { checkOpenScript, dependenciesOf, slugsAround } from './check-open-script.ts'
import type { drawAround } from './draw-around.ts'
import type { drawOpenScript } from './draw-open-script.ts'
import { namesInOthers, namesInScript } from './names-in-script.ts'
import { loadOpenScript, type OpenScript, projectOf } from './open-script.ts'

export const calls = {
  check: checkOpenScript,
  slugs: slugsAround,
  around: async (params: Parameters<typeof drawAround>[0]) =>
    (await import('./draw-around.ts')).drawAround(params),
  fix: fixOpenScript,
  names: namesInScript,
  imports: async (params: OpenScript) =>
    dependenciesOf({ ...params, root: (await projectOf(params)).root }),
  others: namesInOthers,
  // Loaded when a panel opens, because checks start faster without it.
  draw: async (params: Parameters<typeof drawOpenScript>[0]) =>
    (await import('./draw-open-script.ts')).drawOpenScript(params),
}

export type Calls = typeof calls
export type CallName = keyof Calls

/** The text as `topo validate --fix` would write it; undefined if nothing is fixed. */
async function fixOpenScript(params: OpenScript): Promise<string | undefined> {
  const project = await projectOf(params)
  const checked = await checkScript(await loadOpenScript(params, project))
  const fixed = await applyFixes(checked, { defaults: project.config.defaults, check: checkScript })
  return fixed && bytesOf(fixed.after.script).toString()
}
