/** Starts the worker of the playground. */
import { jobs } from './jobs.ts'
import { serveJobs } from './serve-jobs.ts'

serveJobs(jobs)
