/** Everything that the threads do. Parameters and results are plain values, because they are copied. */
import { checkOpenScript } from './check-open-script.ts'
import type { drawAround } from './draw-around.ts'
import type { drawOpenScript } from './draw-open-script.ts'
import { fixOpenScript } from './fix-open-script.ts'
import { namesInImporters, namesInScript } from './names-in-script.ts'

export const calls = {
  check: checkOpenScript,
  around: async (params: Parameters<typeof drawAround>[0]) =>
    (await import('./draw-around.ts')).drawAround(params),
  fix: fixOpenScript,
  names: namesInScript,
  importers: namesInImporters,
  // Loaded when a panel opens, because checks start faster without it.
  draw: async (params: Parameters<typeof drawOpenScript>[0]) =>
    (await import('./draw-open-script.ts')).drawOpenScript(params),
}

export type Calls = typeof calls
export type CallName = keyof Calls
