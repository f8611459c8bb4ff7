/** All help topics, in the order of the list. */
import { ci } from './ci.ts'
import { endpoints } from './endpoints.ts'
import { environmentTopic } from './environment.ts'
import { errorsTopic } from './errors.ts'
import { exitCodes } from './exit-codes.ts'
import { formatting } from './formatting.ts'
import { glossaryTopic } from './glossary.ts'
import { languageTopic } from './language.ts'
import { plansTopic } from './plans.ts'
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
  plansTopic,
  endpoints,
  glossaryTopic,
]
