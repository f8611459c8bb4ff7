/** What all calls of one client share: the connection, the threads that validate, and what was seen. */
import type { Environment } from '../cli/environment.ts'
import type { Service } from '../cli/service.ts'
import { type Asked, chooseService, type ServiceChoice } from '../cli/settings.ts'
import { ExitCode, KnownError } from '../errors.ts'
import type { Judges } from '../project/judges.ts'
import { openProject } from '../project/project.ts'
import { Connection } from './connection.ts'
import { Seen } from './seen.ts'
import type { Session } from './tool.ts'

export interface SessionOptions {
  cwd: string
  /** Which service was asked for on the command line. */
  asked: Asked
  environment: Environment
  open: (choice: ServiceChoice) => Promise<Service>
  guide: () => Promise<string>
}

/** What is left when a call is over. */
export type Shared = Omit<Session, 'signal' | 'confirm'> & { close(): Promise<void> }

/** A script that loops for its five seconds must not keep the server from answering: it runs in a thread. */
const threads = 2

export function openSession({ cwd, asked, environment, open, guide }: SessionOptions): Shared {
  const project = () => openProject(cwd)
  let judges: Promise<Judges | undefined> | undefined
  let closed = false
  const judgeInThread = async () => {
    if (closed) throw cancelled()
    judges ??= import('../project/judges.ts').then(({ openJudges }) => openJudges({ count: threads }))
    return (await judges)?.judge ?? (await import('../project/check.ts')).judgeHere
  }
  const choose = async () => {
    const [{ config }, { Profiles }] = await Promise.all([project(), import('../cli/profiles.ts')])
    return chooseService(asked, environment, config, async () => new Profiles(environment))
  }
  return {
    connection: new Connection({ choose, open }),
    seen: new Seen(),
    ...{ project, guide },
    judge: async (text) => {
      const [{ judgement }, judge, { config }] = await Promise.all([
        import('./judgement.ts'),
        judgeInThread(),
        project(),
      ])
      return judgement(text, config.rules, judge)
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
