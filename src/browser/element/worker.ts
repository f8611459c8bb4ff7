/** Starts the worker that draws all diagrams of a page. */
import { answerPage } from '../worker/answer-page.ts'
import { diagramJobs } from './diagram-jobs.ts'

answerPage(diagramJobs)
