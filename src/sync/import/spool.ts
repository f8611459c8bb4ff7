/** Stores checked scripts on disk until they are sent, so that memory use stays flat. */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sweepTemporaryOnce, temporaryMark } from '../../files/temporary.ts'
import type { ScriptContent } from '../../project/script/content.ts'

/** Position of one script in the file. */
export interface SpoolEntry {
  offset: number
  length: number
}

export type Spool = Awaited<ReturnType<typeof openSpool>>

/**
 * Guarantees that the checked content is sent, even if the source changes meanwhile. Reads and writes synchronously: what the
 * system has in memory is there before another thread could start.
 */
export async function openSpool() {
  sweepTemporaryOnce(tmpdir())
  const folder = await mkdtemp(path.join(tmpdir(), `topo-import${temporaryMark()}`))
  const file = openSync(path.join(folder, 'scripts'), 'wx+', 0o600)
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  // Unlink now, so that the file is gone however this process ends; if that fails, `close` deletes it.
  await removeFolder().catch(() => {})
  let end = 0
  return {
    put(content: ScriptContent): SpoolEntry {
      const bytes = Buffer.from(JSON.stringify(content))
      const place = { offset: end, length: bytes.length }
      for (let at = 0; at < bytes.length; )
        at += writeSync(file, bytes, at, bytes.length - at, end + at)
      end += bytes.length
      return place
    },
    get({ offset, length }: SpoolEntry): ScriptContent {
      const bytes = Buffer.alloc(length)
      readSync(file, bytes, 0, length, offset)
      return JSON.parse(bytes.toString()) as ScriptContent
    },
    async close(): Promise<void> {
      closeSync(file)
      await removeFolder()
    },
  }
}
