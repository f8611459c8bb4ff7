/** `--record FILE`: writes the requests and answers of a command to a HAR file, however the command ends. */
import { lstatSync, type Stats } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Fetch } from '../../api/fetch-attempt.ts'
import { Recorder } from '../../api/har/recorder.ts'
import { ExitCode, KnownError, usageError } from '../../errors.ts'
import { readStartSync } from '../../limits/files.ts'
import { makeFolders } from '../../limits/make-folders.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import type { Terminal } from '../io/terminal.ts'

/** Name of the creator in the file: topo overwrites only its own recordings. */
const creator = 'topo'
/** Bytes, enough for the version and the creator. */
const headLength = 512

export class Recording {
  readonly #recorder = new Recorder()
  readonly #file: string
  readonly #version: string
  readonly #write: typeof import('atomically').writeFileSync
  /** A signal ends the process before the command returns. */
  readonly #onExit = () => this.#save()

  private constructor(file: string, version: string, write: typeof import('atomically').writeFileSync) {
    this.#file = file
    this.#version = version
    this.#write = write
    process.once('exit', this.#onExit)
  }

  /**
   * Makes the folder of the file, so that a wrong path is an error before anything is sent.
   * @throws usage error `TOPO_RECORD_FILE` for an existing file that is not a recording of topo, or `TOPO_WRITE_FAILED`.
   */
  static async open(file: string, version: string): Promise<Recording> {
    const path = resolve(file)
    assertReplaceable(path, file)
    try {
      makeFolders(dirname(path))
    } catch (cause) {
      throw writeFailed(file, cause)
    }
    const { writeFileSync } = await import('atomically')
    return new Recording(path, version, writeFileSync)
  }

  /** @param secrets texts that the file must not contain, such as the key */
  wrap(fetch: Fetch, secrets: readonly (string | undefined)[]): Fetch {
    return this.#recorder.wrap(fetch, secrets)
  }

  /**
   * Writes the file.
   * @param failed the command failed, so its error is reported instead of one of this file
   * @throws KnownError `TOPO_WRITE_FAILED`
   */
  end(terminal: Terminal, failed: boolean): void {
    process.off('exit', this.#onExit)
    try {
      this.#save()
    } catch (cause) {
      const error = writeFailed(this.#file, cause)
      if (!failed) throw error
      terminal.note(error.message)
      return
    }
    const { count, lost } = this.#recorder
    const full = lost === 0 ? '' : `; ${lost} more did not fit`
    terminal.note(
      `Recorded ${count} ${count === 1 ? 'request' : 'requests'} in ${forTerminal(this.#file)}${full}.`,
    )
  }

  #save(): void {
    const har = this.#recorder.toHar({ name: creator, version: this.#version })
    this.#write(this.#file, `${JSON.stringify(har, undefined, 1)}\n`, { mode: 0o600 })
  }
}

function writeFailed(file: string, cause: unknown): KnownError {
  const { code = 'unknown error' } = cause as NodeJS.ErrnoException
  return new KnownError(`Cannot write the recording ${file} (${code}).`, {
    code: 'TOPO_WRITE_FAILED',
    exitCode: ExitCode.refused,
    hint: 'Check that the folder exists, that it is writable, and that the disk has free space.',
    cause,
  })
}

/** Reads only the start, which names the creator. */
function assertReplaceable(path: string, name: string): void {
  const stats = existing(path)
  if (stats === undefined) return
  const head = stats.isFile() ? readStartSync(path, headLength).toString('utf8') : ' '
  if (
    head === '' ||
    /^\{\s*"log":\s*\{\s*"version":\s*"1\.2",\s*"creator":\s*\{\s*"name":\s*"topo"/.test(head)
  )
    return
  throw usageError(`${name} exists and is not a recording of topo, so it is not overwritten.`, {
    code: 'TOPO_RECORD_FILE',
    hint: 'Choose another name for --record, or delete the file.',
  })
}

/** Not through a link: it could lead to any file. */
function existing(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
