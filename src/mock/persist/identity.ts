/** Identifies the process that holds a lock, so that another can tell whether it still runs. */
import { hostname } from 'node:os'
import { systemLink, systemText } from './files.ts'

export interface ProcessIdentity {
  readonly pid: number
  /** Start of the process in clock ticks since boot: tells it from a later process with the same pid. Null if unknown. */
  readonly started: string | null
  /** Where the pid means this process: each container has its own process 1. Null if unknown. */
  readonly space: string | null
  /** Where its loopback addresses are: a container has its own. Null if unknown. */
  readonly network: string | null
  readonly host: string
}

let own: ProcessIdentity | undefined

export function ownIdentity(): ProcessIdentity {
  own ??= {
    pid: process.pid,
    started: startOf(process.pid)?.started ?? null,
    space: ownSpace(),
    network: process.platform === 'linux' ? (namespace('net') ?? null) : hostname(),
    host: hostname(),
  }
  return own
}

/**
 * True or false if that is certain, else undefined. It cannot be known of a process in another container or on another
 * machine. Only Linux tells when the process with an existing pid started.
 */
export function isRunning({ pid, started, space }: ProcessIdentity): boolean | undefined {
  if (space === null || space !== ownIdentity().space) return undefined
  if (!exists(pid)) return false
  const found = started === null ? undefined : startOf(pid)
  return found && found.started === started && !found.ended
}

/** The pid namespace in Linux; each boot counts them from the start. Elsewhere, processes of a host share their pids. */
function ownSpace(): string | null {
  if (process.platform !== 'linux') return `${process.platform} ${hostname()}`
  const boot = systemText('/proc/sys/kernel/random/boot_id')
  const pids = namespace('pid')
  // The start of a process is counted in its time namespace; old kernels have none.
  return boot === undefined || pids === undefined ? null : `${boot} ${pids} ${namespace('time') ?? ''}`
}

const namespace = (kind: string) => systemLink(`/proc/self/ns/${kind}`)

/** Undefined where the system does not tell, and where /proc shows the processes of another namespace. */
function startOf(pid: number): { started: string; ended: boolean } | undefined {
  if (systemLink('/proc/self') !== String(process.pid)) return undefined
  const text = systemText(`/proc/${pid}/stat`)
  // The name in parentheses may contain anything. The state is field 3, the start field 22.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  const started = fields?.[19]
  // A process that has ended stays in the list until its parent asks for it.
  return started === undefined ? undefined : { started, ended: /^[ZX]$/.test(fields?.[0] ?? '') }
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
