/** Runs another program with our streams; passes signals on and returns its exit code. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { usageError } from '../../../errors.ts'
import { findProgram } from '../../../files/find-program.ts'
import { systemReason } from '../../../text/system-reason.ts'
import { passSignals } from './signals.ts'

/**
 * Resolves to the exit code of the program, or to 128 plus the number of the signal that ended it.
 * @throws usage error if the program cannot be started.
 * @throws usage error for a line break in a word of a batch file: `cmd.exe` would end there.
 */
export async function runChild(
  command: string,
  words: string[],
  variables: Record<string, string>,
): Promise<number> {
  const options: SpawnOptions = { stdio: 'inherit', env: { ...process.env, ...variables } }
  const file = await findProgram(command)
  if (file === undefined) throw notStarted(command, 'it does not exist')
  return new Promise((resolve, reject) => {
    const child = isBatch(file) ? spawnBatch(file, words, options) : spawn(file, words, options)
    const release = passSignals((signal) => passOn(child, signal))
    child.on('error', (cause) => {
      release()
      reject(notStarted(command, systemReason(cause), cause))
    })
    child.on('close', (code, signal) => {
      release()
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })
}

const isBatch = (file: string): boolean =>
  process.platform === 'win32' && /\.(?:cmd|bat)$/i.test(file)

function spawnBatch(file: string, words: string[], options: SpawnOptions): ChildProcess {
  const broken = words.find((word) => /[\r\n]/.test(word))
  if (broken !== undefined) {
    throw usageError(
      `${file} is a batch file, which cannot be given the word ${JSON.stringify(broken)}.`,
      {
        hint: 'Leave out the line break, or name the program that the batch file starts.',
      },
    )
  }
  const line = ['/d', '/s', '/c', batchCommandLine(file, words)]
  return spawn(process.env.comspec ?? 'cmd.exe', line, {
    ...options,
    windowsVerbatimArguments: true,
  })
}

/** Windows sends Ctrl-C to all programs of a console, and `kill` would end the child at once, without its children. */
function passOn(child: ChildProcess, signal: NodeJS.Signals): void {
  if (process.platform !== 'win32') child.kill(signal)
}

const notStarted = (command: string, why: string, cause?: Error) =>
  usageError(`"${command}" could not be started: ${why}.`, {
    hint: 'Check its name; words after -- are the command and its arguments.',
    cause,
  })

/** Characters with a meaning for `cmd.exe`, outside of its quotes. */
const META = /[()[\]%!^"`<>&|;, *?]/g

const escapeMeta = (text: string): string => text.replace(META, '^$&')

/**
 * Command line of a batch file for `cmd.exe /d /s /c`, which is given to Windows as it is.
 *
 * A word is first quoted as programs read it. Then each special character, also a quote, has a `^`, so that `cmd.exe` never
 * counts quotes. It reads words twice: here, and where the file passes them on as `%*`.
 */
export function batchCommandLine(file: string, words: readonly string[]): string {
  const quoted = words.map((word) => escapeMeta(escapeMeta(quoteWord(word))))
  return `"${[`"${file}"`, ...quoted].join(' ')}"`
}

/** Backslashes count double before a quote, and only there. */
const quoteWord = (word: string): string =>
  `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`
