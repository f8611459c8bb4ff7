/** Lists the import formats. Detection by content takes the first that matches. */
import { csv } from './csv.ts'
import type { ImportFormat } from './format.ts'
import { jsonRows } from './json.ts'
import { ndjson } from './ndjson.ts'

export const importFormats: readonly ImportFormat[] = [ndjson, jsonRows, csv]
