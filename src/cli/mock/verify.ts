/** `topo mock verify`: reads recordings, replays them on the mock, and prints the differences by endpoint. */
import { normalizeBaseUrl } from '../../api/base-url.ts'
import { ExitCode, usageError } from '../../errors.ts'
import type { AnswerDifference } from '../../mock/verify/compare.ts'
import {
  likelyBase,
  type RecordedCall,
  type SelectedCalls,
  type SkipReason,
  selectCalls,
  skipReasons,
} from '../../mock/verify/recorded-call.ts'
import { verifyCalls } from '../../mock/verify/verify.ts'
import type { CommandResult } from '../command/result.ts'
import type { Terminal } from '../io/terminal.ts'
import { readRecording } from './read-recording.ts'
import { RunnerThreads } from './serve-mock.ts'
import { type DifferentItem, type Verified, verifiedText } from './verify-text.ts'

/**
 * @param baseUrl only requests below it
 * @throws usage error `TOPO_HAR_INVALID`, and `TOPO_HAR_EMPTY` for a file without a request of the service.
 */
export async function verifyResult(
  files: readonly string[],
  baseUrl: string | undefined,
  terminal: Terminal,
): Promise<CommandResult> {
  const base = baseUrl === undefined ? undefined : normalizeBaseUrl(baseUrl, '--base-url')
  const read = await readRecordings(files, base)
  const calls = read.flatMap(({ calls, file }) => calls.map((call) => ({ call, file })))
  if (calls.length === 0) throw emptyRecording(files, base)
  const runner = new RunnerThreads()
  terminal.activity.begin('Verifying', calls.length)
  const { different, compared, unknown } = await verifyCalls(
    calls.map(({ call }) => call),
    { runner, onProgress: () => terminal.activity.advance() },
  ).finally(() => runner.close())
  terminal.activity.end()
  const items = different.flatMap(({ index, differences }): DifferentItem[] => {
    const found = calls[index]
    return found ? [toItem(found.call, found.file, differences)] : []
  })
  const data: Verified = {
    ...{ items, totalCount: items.length, compared },
    services: [...new Set(read.flatMap(({ baseUrl = [] }) => baseUrl))],
    skipped: { ...sum(read.map(({ skipped }) => skipped)), unknown },
  }
  return {
    data,
    text: (out) => verifiedText(out, data, files.length === 1),
    exitCode: items.length > 0 ? ExitCode.refused : ExitCode.ok,
  }
}

interface Read extends SelectedCalls {
  file: string
  baseUrl: string | undefined
}

/** A file with unknown endpoints only belongs to the service of the others. */
async function readRecordings(files: readonly string[], base: string | undefined): Promise<Read[]> {
  const read = []
  for (const file of files) {
    const har = await readRecording(file)
    read.push({ file, har, baseUrl: base ?? likelyBase(har) })
  }
  const usual = read.find(({ baseUrl }) => baseUrl !== undefined)?.baseUrl
  return read.map(({ file, har, baseUrl = usual }) => ({ file, baseUrl, ...selectCalls(har, baseUrl) }))
}

const emptyRecording = (files: readonly string[], base: string | undefined) =>
  usageError(`${files.join(', ')}: no answered request to ${base ?? 'a service with this contract'}.`, {
    code: 'TOPO_HAR_EMPTY',
    hint: 'Record a command that asks the service, or name the service with --base-url.',
  })

const toItem = (
  { number, method, path, served }: RecordedCall,
  file: string,
  differences: readonly AnswerDifference[],
): DifferentItem => ({
  ...{ file, entry: number, method, path },
  endpoint: served ? `${served.operation.method} ${served.operation.path}` : null,
  differences,
})

const sum = (all: readonly SelectedCalls['skipped'][]) =>
  Object.fromEntries(
    Object.keys(skipReasons).map((reason) => [
      reason,
      all.reduce((total, counts) => total + counts[reason as SkipReason], 0),
    ]),
  ) as SelectedCalls['skipped']
