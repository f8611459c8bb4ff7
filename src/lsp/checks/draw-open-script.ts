/** Draws the text of an open script like `topo preview` draws its file: inside a worker thread. */

import { projectPath } from '../../files/root.ts'
import { readState, sheetOrFinding } from '../../preview/draw-sheet.ts'
import { editorLine } from '../../preview/panel-messages.ts'
import type { Sheet } from '../../preview/sheet.ts'
import type { Theme } from '../../render/index.ts'
import { loadOpenScript, type OpenScript, projectOf } from './open-script.ts'

export interface DrawParams extends OpenScript {
  readonly version: number
  readonly theme: Theme
}

export async function drawOpenScript(params: DrawParams): Promise<Sheet> {
  const project = await projectOf(params)
  const before = {
    path: projectPath(project.root, params.file),
    script: undefined,
    picture: undefined,
  }
  const state = await readState(() => loadOpenScript(params, project), before)
  return sheetOrFinding(
    { ...before, ...state, version: params.version },
    { editor: editorLine, theme: params.theme },
  )
}
