/** Loads the interpreter: QuickJS as WebAssembly, with a step meter. */
import { readInstalledFile, readPackedFile } from '#platform/own-files'
import { meter } from './meter.ts'
import { type PreparedMemory, prepared } from './prepared.ts'

const PACKAGED = '@jitl/quickjs-ng-wasmfile-release-sync/wasm'

let loading: Promise<WebAssembly.Module> | undefined

export function interpreter(): Promise<WebAssembly.Module> {
  loading ??= load().catch((error) => {
    // The next script tries again: a file may be unreadable for a moment.
    loading = undefined
    throw error
  })
  return loading
}

/** Compiling takes a millisecond, because V8 compiles each function on its first call. */
async function load(): Promise<WebAssembly.Module> {
  const code = prepared === undefined ? await meteredCode() : await readPackedFile(prepared.code)
  return new WebAssembly.Module(code)
}

/** The bytes of the memory image that the build wrote. */
export const imageBytes = ({ imageFile }: PreparedMemory): Promise<Uint8Array> =>
  readPackedFile(imageFile)

export const meteredCode = async (): Promise<Uint8Array<ArrayBuffer>> =>
  meter(await readInstalledFile(PACKAGED))
