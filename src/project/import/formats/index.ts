/** The formats that rows are imported from; where the content has to tell, the first that fits is taken. */
import { csv } from './csv.ts'
import type { Format } from './format.ts'
import { json } from './json.ts'
import { ndjson } from './ndjson.ts'

export const formats: readonly Format[] = [ndjson, json, csv]
