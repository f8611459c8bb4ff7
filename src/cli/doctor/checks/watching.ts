/** Doctor check: file changes are noticed, as `topo watch` needs. Writes a file and waits for the event. */
import { mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../../clock.ts'
import { TOPO_FOLDER } from '../../../files/root.ts'
import { sweepTemporaryOnce, temporaryMark } from '../../../files/temporary.ts'
import { systemReason } from '../../../text/system-reason.ts'
import { type DoctorCheck, ok, warning } from '../check.ts'

const limitMs = 3000

/** No event arrived in time. */
class Late extends Error {}

const hint =
  'Some network drives and containers report no file changes; use "topo watch --poll" on them.'

export const watching: DoctorCheck = {
  name: 'file watching',
  run: async ({ root, clock }) => {
    const folder = makeFolder(root)
    try {
      const milliseconds = await waitForChange(folder, clock)
      return [ok(`a change was noticed after ${milliseconds} ms`)]
    } catch (error) {
      return [
        warning(
          `file changes are not noticed: ${error instanceof Late ? error.message : systemReason(error)}`,
          hint,
        ),
      ]
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

/** On the project's own disk if it is writable, because disks differ in this. */
function makeFolder(root: string): string {
  const make = (folder: string) => {
    sweepTemporaryOnce(folder)
    return mkdtempSync(join(folder, `topo-doctor${temporaryMark()}`))
  }
  try {
    return make(join(root, TOPO_FOLDER))
  } catch {
    return make(tmpdir())
  }
}

const writeChange = (folder: string, clock: Clock): void =>
  writeFileSync(join(folder, 'change'), String(clock.elapsed()))

function waitForChange(folder: string, clock: Clock): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = clock.elapsed()
    const watcher = watch(folder)
    const end = (act: () => void) => {
      late.cancel()
      writing.cancel()
      watcher.close()
      act()
    }
    const late = clock.timer(limitMs, () =>
      end(() => reject(new Late(`no event within ${limitMs / 1000} s`))),
    )
    const elapsed = () => Math.round(clock.elapsed() - started)
    watcher.on('change', () => end(() => resolve(elapsed())))
    watcher.on('error', (error) => end(() => reject(error)))
    // Written repeatedly, because a watcher may miss the first events.
    const writing = clock.every(100, () => writeChange(folder, clock))
    writeChange(folder, clock)
  })
}
