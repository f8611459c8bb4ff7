/** Everything that the worker of a page with diagrams does. */
import { drawDiagram } from './draw-diagram.ts'

export const diagramJobs = { draw: drawDiagram }

export type DiagramJobs = typeof diagramJobs
