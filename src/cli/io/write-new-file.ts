/** Writes a file, and overwrites one with other content only on request. */
import { ExitCode, KnownError } from '../../errors.ts'
import { writeAtomic } from '../../files/atomic.ts'
import { compareGenerated } from '../../files/generated.ts'
import { readOverwritten } from '../../limits/files.ts'

/**
 * @param name for messages
 * @throws KnownError `TOPO_FILE_EXISTS` if the file has other content and `force` is false
 */
export async function writeNewFile(
  file: string,
  name: string,
  bytes: string | Uint8Array,
  force: boolean,
): Promise<void> {
  const there = await readOverwritten('replaced', file, name).catch((error: unknown) => {
    if (error instanceof KnownError) throw error
    return undefined
  })
  const generated = compareGenerated(there, bytes)
  if (generated.state === 'current') return
  if (generated.state === 'stale' && !force) {
    throw new KnownError(`${name} already exists.`, {
      code: 'TOPO_FILE_EXISTS',
      exitCode: ExitCode.usage,
      hint: 'Choose another name, or add --force.',
    })
  }
  await writeAtomic(file, generated.bytes, { durable: false })
}
