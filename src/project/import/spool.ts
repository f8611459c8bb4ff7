/** Stores checked scripts on disk until they are sent, so that memory use stays flat. */
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sweepTemporaryOnce, temporaryMark } from '../files/temporary.ts'
import type { ScriptContent } from '../script/content.ts'

/** Position of one script in the file. */
export interface SpoolEntry {
  offset: number
  length: number
}

export type Spool = Awaited<ReturnType<typeof openSpool>>

/** Guarantees that the checked content is sent, even if the source changes meanwhile. */
export async function openSpool() {
  sweepTemporaryOnce(tmpdir())
  const folder = await mkdtemp(path.join(tmpdir(), `topo-import${temporaryMark()}`))
  const file = await open(path.join(folder, 'scripts'), 'wx+', 0o600)
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  // Unlink now, so that the file is gone however this process ends; if that fails, `close` deletes it.
  await removeFolder().catch(() => {})
  let end = 0
  return {
    async put(content: ScriptContent): Promise<SpoolEntry> {
      const bytes = Buffer.from(JSON.stringify(content))
      const place = { offset: end, length: bytes.length }
      end += bytes.length
      await file.write(bytes, 0, bytes.length, place.offset)
      return place
    },
    async get({ offset, length }: SpoolEntry): Promise<ScriptContent> {
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, offset)
      return JSON.parse(buffer.toString()) as ScriptContent
    },
    async close(): Promise<void> {
      await file.close()
      await removeFolder()
    },
  }
}
