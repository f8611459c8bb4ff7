/** All help topics, in the order in which they are listed. */
import { ci } from './ci.ts'
import { endpoints } from './endpoints.ts'
import { environment } from './environment.ts'
import { exitCodes } from './exit-codes.ts'
import { formatting } from './formatting.ts'
import { plans } from './plans.ts'
import type { Topic } from './topic.ts'

export const helpTopics: readonly Topic[] = [environment, exitCodes, formatting, ci, plans, endpoints]
