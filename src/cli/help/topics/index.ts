/** All help topics, in the order of the list. */
import { ci } from './ci.ts'
import { environmentTopic } from './environment.ts'
import { errorsTopic } from './errors.ts'
import { exitCodes } from './exit-codes.ts'
import { formatting } from './formatting.ts'
import { languageTopic } from './language.ts'
import { serviceTopic } from './service.ts'
import type { Topic } from './topic.ts'

export const helpTopics: readonly Topic[] = [
  languageTopic,
  serviceTopic,
  environmentTopic,
  exitCodes,
  errorsTopic,
  formatting,
  ci,
]
