/** What some tests need of the operating system. A test names it as its tag; without it the test is skipped. */
import { execSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statfsSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const isWindows = process.platform === 'win32'
/** Wine runs programs for Windows on other systems, and differs in details. */
const isWine = isWindows && existsSync('C:\\windows\\system32\\winecfg.exe')

/** Windows asks for the right to make links, or for its developer mode. */
function canLink(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'topo links '))
  try {
    symlinkSync(folder, join(folder, 'link'))
    return lstatSync(join(folder, 'link')).isSymbolicLink()
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function has(program: string): boolean {
  try {
    // A shell, because npm is a batch file.
    execSync(`${program} --version`, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Only Windows lacks something: elsewhere such a test fails, so that nothing is skipped unseen. */
const tags = [
  { name: 'links', description: 'symbolic links', isMissing: isWindows && !canLink() },
  {
    name: 'git',
    description: 'git, installed for this system',
    isMissing: isWindows && !has('git'),
  },
  {
    name: 'npm',
    description: 'npm, installed for this system',
    isMissing: isWindows && !has('npm'),
  },
  { name: 'modes', description: 'permission bits of files and folders', isMissing: isWindows },
  { name: 'signals', description: 'signals that a program can handle', isMissing: isWindows },
  {
    name: 'terminal',
    description: 'a pseudo-terminal with a file of its own',
    isMissing: isWindows,
  },
  { name: 'posix', description: 'a POSIX shell, its programs and devices', isMissing: isWindows },
  { name: 'windows', description: 'rules of Windows, which Wine has too', isMissing: !isWindows },
  { name: 'not-wine', description: "parts of Windows that Wine's differ from", isMissing: isWine },
]

/** For `vitest.config.ts`. Without `skip: false`, which would undo the `skip` of another tag of the same test. */
export const platformTags = tags.map(({ isMissing, ...tag }) =>
  isMissing ? { ...tag, skip: true } : tag,
)

/** Room for what all tests write at the same time, in bytes. */
const MEMORY_ROOM = 2 ** 30

/** A folder in memory, if the system has a large one. A busy disk takes seconds to confirm a small write. */
function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize < MEMORY_ROOM ? undefined : '/dev/shm'
  } catch {
    return undefined
  }
}

/** Temporary files lie where the working folder of a program says: macOS and Windows have other names for that folder. */
export const temporaryFolder = {
  [isWindows ? 'TEMP' : 'TMPDIR']: realpathSync.native(memoryFolder() ?? tmpdir()),
}
