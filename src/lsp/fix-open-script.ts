/** Fixes the text of an open script like `topo validate --fix` fixes its file: inside a worker thread. */
import { checkScript } from '../project/check/check.ts'
import { applyFixes, bytesOf } from '../project/check/fix.ts'
import { loadOpenScript, type OpenScript, projectOf } from './open-script.ts'

/** The fixed text; undefined if nothing is fixed. */
export async function fixOpenScript(params: OpenScript): Promise<string | undefined> {
  const project = await projectOf(params)
  const checked = await checkScript(await loadOpenScript(params, project))
  const fixed = await applyFixes(checked, { defaults: project.config.defaults, check: checkScript })
  return fixed && bytesOf(fixed.after.script).toString()
}
