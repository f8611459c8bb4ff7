/** What all calls of one client share: the connection, the threads that validate, and what was seen. */
import type { Environment } from '../cli/io/environment.ts'
import type { Service } from '../cli/service/service.ts'
import { chooseService, type ServiceChoice, type ServiceFlags } from '../cli/service/settings.ts'
import { ExitCode, KnownError } from '../errors.ts'
import type { CheckPool } from '../project/check/check-pool.ts'
import type { Examine } from '../project/check/examine.ts'
import { openProject } from '../project/config/project.ts'
import { RevisionTracker } from './revision-tracker.ts'
import { ServicePool } from './service-pool.ts'
import type { Session } from './tool.ts'

export interface SessionOptions {
  cwd: string
  /** Which service was asked for on the command line. */
  asked: ServiceFlags
  environment: Environment
  open: (choice: ServiceChoice) => Promise<Service>
  guide: () => Promise<string>
}

/** What is left when a call is over. */
export type Shared = Omit<Session, 'signal' | 'confirm'> & { close(): Promise<void> }

/** A script that loops for some seconds must not keep the server from answering: it runs in a thread. */
const threads = 2

export function openSession({ cwd, asked, environment, open, guide }: SessionOptions): Shared {
  const project = () => openProject(cwd)
  let judges: Promise<CheckPool | undefined> | undefined
  let closed = false
  const examine: Examine = async (code, wanted) => {
    if (closed) throw cancelled()
    judges ??= import('../project/check/check-pool.ts').then(({ openCheckPool }) =>
      openCheckPool({ count: threads }),
    )
    const ask = (await judges)?.examine ?? (await import('../project/check/examine.ts')).examine
    return ask(code, wanted)
  }
  const choose = async () => {
    const [opened, { Profiles }] = await Promise.all([project(), import('../cli/service/profiles.ts')])
    return chooseService(asked, environment, opened, async () => new Profiles(environment))
  }
  return {
    connection: new ServicePool({ choose, open }),
    seen: new RevisionTracker(),
    ...{ project, guide },
    examine,
    judge: async (text, wanted) => {
      const [{ judgement }, { config }] = await Promise.all([import('./judgement.ts'), project()])
      return judgement(text, { ...wanted, rules: config.rules }, examine)
    },
    close: async () => {
      closed = true
      await (await judges)?.close()
    },
  }
}

/** For a call that goes on when nobody waits for it any more. */
export const cancelled = (): KnownError =>
  new KnownError('The call was cancelled.', { code: 'TOPO_CANCELLED', exitCode: ExitCode.interrupted })
