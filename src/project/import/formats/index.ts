/** The formats that rows are imported from; where the content has to tell, the first that fits is taken. */
import { csv } from './csv.ts'
import type { ImportFormat } from './format.ts'
import { jsonRows } from './json.ts'
import { ndjson } from './ndjson.ts'

export const importFormats: readonly ImportFormat[] = [ndjson, jsonRows, csv]
