/** Shares connection, validation threads and seen revisions between all calls of a client. */
import type { Environment } from '../cli/io/process/environment.ts'
import type { Service } from '../cli/service/service.ts'
import { chooseService, type ServiceChoice, type ServiceFlags } from '../cli/service/settings.ts'
import { ExitCode, KnownError } from '../errors.ts'
import { textCacheIn } from '../files/cache/text-cache.ts'
import type { Checker, Examine } from '../project/check/examine.ts'
import { openProject } from '../project/config/project.ts'
import { RevisionTracker } from './revision-tracker.ts'
import { ServicePool } from './service-pool.ts'
import type { Session } from './tool.ts'

export interface SessionOptions {
  cwd: string
  /** Flags that choose the service. */
  flags: ServiceFlags
  environment: Environment
  open: (choice: ServiceChoice) => Promise<Service>
  guide: () => Promise<string>
}

/** The parts of a session that outlive a call. */
export type SharedSession = Omit<Session, 'signal' | 'confirm'> & { close(): Promise<void> }

/** Scripts run in threads, so that a script that loops for seconds does not block the server. */
const threadCount = 2

export function openSession({
  cwd,
  flags,
  environment,
  open,
  guide,
}: SessionOptions): SharedSession {
  const verdicts = textCacheIn(environment.verdicts)
  const project = () => openProject(cwd, { verdicts })
  let pool: Promise<Checker | undefined> | undefined
  let closed = false
  const examine: Examine = async (code, wanted) => {
    if (closed) throw cancelled()
    pool ??= import('../project/check/check-pool.ts').then(({ openCheckPool }) =>
      openCheckPool({ count: threadCount }),
    )
    const ask = (await pool)?.examine ?? (await import('../project/check/examine.ts')).examine
    return ask(code, wanted)
  }
  return {
    connection: new ServicePool({ choose: () => choose(flags, environment, project), open }),
    revisions: new RevisionTracker(),
    project,
    guide,
    examine,
    check: async (text, wanted) => {
      const [{ checkAssistantScript }, { config }] = await Promise.all([
        import('./check-script.ts'),
        project(),
      ])
      return checkAssistantScript(text, { ...wanted, rules: config.rules }, examine)
    },
    close: async () => {
      closed = true
      await (await pool)?.close()
    },
  }
}

async function choose(
  flags: SessionOptions['flags'],
  environment: SessionOptions['environment'],
  project: () => ReturnType<typeof openProject>,
) {
  const [opened, { Profiles }] = await Promise.all([
    project(),
    import('../cli/service/profiles.ts'),
  ])
  return chooseService(flags, environment, opened, async () => new Profiles(environment))
}

/** Ends a call whose client no longer waits. */
export const cancelled = (): KnownError =>
  new KnownError('The call was cancelled.', {
    code: 'TOPO_CANCELLED',
    exitCode: ExitCode.interrupted,
  })
