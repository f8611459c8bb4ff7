/** The handlers: one line per resource. */
import type { ServiceHandlers } from '../service.ts'
import { quota } from './quota.ts'
import { scripts } from './scripts.ts'

export const handlers: ServiceHandlers = { scripts, quota }
