/** Records the scripts that an export has finished, in `.topo/export.ndjson`, until all are done. */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { readFileIfExists } from '../../limits/files.ts'
import { appendLine } from '../files/append.ts'
import { makeTopoFolder } from '../files/topo-folder.ts'

/** A revision whose comments were exported too. */
interface ExportedRevision {
  id: string
  updatedAt?: string | undefined
}

export type ExportProgress = Awaited<ReturnType<typeof openExportProgress>>

/** Comments do not change a revision, so each export reads them once, even if it is interrupted. */
export async function openExportProgress(folder: string, address: string) {
  const file = path.join(await makeTopoFolder(folder), 'export.ndjson')
  const text = (await readFileIfExists('record', file))?.toString('utf8') ?? ''
  const done = new Set(text.split('\n'))
  const lineOf = ({ id, updatedAt }: ExportedRevision) => JSON.stringify([address, id, updatedAt])
  return {
    has: (exported: ExportedRevision) => done.has(lineOf(exported)),
    add: (exported: ExportedRevision) => appendLine(file, lineOf(exported)),
    /** Deletes the record: the next export reads all comments again. */
    end: () => rm(file, { force: true }),
  }
}
