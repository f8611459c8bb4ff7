/** Files that the page loads once, and again after a failure. */
import { valueFor } from '../../grouped.ts'

/** A file of the page that cannot be loaded. */
export class NotLoaded extends Error {
  constructor(file: string, why: string) {
    super(`${file} could not be loaded (${why}). Check the connection, then try again.`)
  }
}

const files = new Map<string, Promise<Blob>>()

/** @throws NotLoaded */
export function pageFile(name: string): Promise<Blob> {
  const loading = valueFor(files, name, () => fetched(name))
  loading.catch(() => files.delete(name))
  return loading
}

async function fetched(name: string): Promise<Blob> {
  const answer = await fetch(`playground/${name}`).catch((error: unknown) => {
    throw new NotLoaded(name, error instanceof Error ? error.message : String(error))
  })
  if (!answer.ok) throw new NotLoaded(name, String(answer.status))
  return answer.blob()
}
