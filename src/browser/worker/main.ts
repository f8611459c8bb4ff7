/** Starts the worker of the playground. */

import { answerPage } from './answer-page.ts'
import { jobs } from './jobs.ts'

answerPage(jobs)
