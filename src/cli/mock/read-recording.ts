/** Reads a HAR file within limits; an error names its place. */
import { KnownError, usageError } from '../../errors.ts'
import { readFileWithin } from '../../limits/files.ts'
import { jsonSize } from '../../limits/json.ts'
import { limits, overLimit } from '../../limits/limits.ts'
import { type HarFile, invalidHar, readHar } from '../../mock/verify/read-har.ts'
import { positionAt } from '../../project/files/position.ts'

/** @throws usage error `TOPO_HAR_INVALID`, `TOPO_INPUT_TOO_LARGE` or `TOPO_READ_FAILED`. */
export async function readRecording(file: string): Promise<HarFile> {
  const bytes = await readFileWithin('recording', file).catch((cause: unknown) => {
    if (cause instanceof KnownError) throw cause
    throw usageError(`Cannot read the recording ${file}.`, {
      code: 'TOPO_READ_FAILED',
      hint: 'Check the path; --record writes such a file.',
      cause,
    })
  })
  const most = { values: limits.recordingValues.most, depth: limits.answerDepth.most }
  const { values, depth } = jsonSize(bytes, most)
  if (depth > most.depth) throw invalidHar(`${file} is nested too deeply.`)
  if (values > most.values) throw invalidHar(overLimit('recordingValues', file).message)
  // Without the byte order mark that some programs write.
  return readHar(await parse(new TextDecoder().decode(bytes), file), file)
}

async function parse(text: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(text)
  } catch {
    const { jsonFault } = await import('../../project/files/json-fault.ts')
    const { offset, what } = jsonFault(text)
    const { line, column } = positionAt(text, offset)
    throw invalidHar(`${file}:${line}:${column}: not valid JSON: ${what}.`)
  }
}
