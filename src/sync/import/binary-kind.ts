/** Recognises spreadsheets and archives by their first bytes, to name them in an error. */

const ZIP = 'PK\u0003\u0004'
const EXCEL_97 = '\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1'
const GZIP = '\u001F\u008B'

/** The kind of binary file that starts with these bytes, with its article; undefined for others. */
export function binaryKind(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1')
  if (start.startsWith(ZIP)) return archiveKind(start)
  if (start.startsWith(EXCEL_97)) return 'an old Excel workbook (.xls)'
  if (start.startsWith(GZIP)) return 'a gzip file'
  if (start.startsWith('%PDF-')) return 'a PDF file'
  return undefined
}

/** By the names of its first entries: an OpenDocument file starts with its type, a workbook with the types of its parts. */
function archiveKind(start: string): string {
  if (start.includes('application/vnd.oasis.opendocument'))
    return 'an OpenDocument spreadsheet (.ods)'
  if (start.includes('Index/Document.iwa')) return 'a Numbers spreadsheet (.numbers)'
  if (start.includes('xl/')) return 'an Excel workbook (.xlsx)'
  if (start.includes('[Content_Types].xml')) return 'an Office document, as .xlsx is'
  return 'a ZIP archive, as .xlsx and .ods are'
}
