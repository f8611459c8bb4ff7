/** Starts the worker that draws all diagrams of a page. */
import { serveJobs } from '../worker/serve-jobs.ts'
import { diagramJobs } from './diagram-jobs.ts'

serveJobs(diagramJobs)
