/** Finds the font files of this machine, for letters that the bundled font does not have. */

import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { compareTexts } from '../../grouped.ts'

const MAX_FILES = 5000
const MAX_DEPTH = 6

/** Folders in which systems keep fonts. */
export function systemFontFolders(): readonly string[] {
  const home = homedir()
  if (process.platform === 'darwin')
    return ['/System/Library/Fonts', '/Library/Fonts', join(home, 'Library/Fonts')]
  if (process.platform === 'win32')
    return ['C:\\Windows\\Fonts', join(home, 'AppData\\Local\\Microsoft\\Windows\\Fonts')]
  const shared = ['/usr/share/fonts', '/usr/local/share/fonts']
  return [...shared, join(home, '.local/share/fonts'), join(home, '.fonts')]
}

/** Paths of all font files, in the order of preference: upright sans-serif fonts in a similar weight first. */
export function findFontFiles(folders: readonly string[]): readonly string[] {
  const files: string[] = []
  for (const folder of folders) collect(folder, 0, files)
  return files
    .map((path) => ({ path, rank: rankOf(basename(path)) }))
    .sort((a, b) => a.rank - b.rank || compareTexts(a.path, b.path))
    .map(({ path }) => path)
}

function collect(folder: string, depth: number, files: string[]): void {
  let entries: ReturnType<typeof list>
  try {
    entries = list(folder)
  } catch {
    // Without this folder, or without permission to read it.
    return
  }
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && depth < MAX_DEPTH) collect(path, depth + 1, files)
    else if (
      files.length < MAX_FILES &&
      /\.(?:tt[fc]|ot[fc])$/i.test(entry.name) &&
      !/lastresort|adobeblank/i.test(entry.name)
    )
      files.push(path)
  }
}

const list = (folder: string) => readdirSync(folder, { withFileTypes: true })

/** Lower is better. Only file names decide, because reading all fonts takes longer than a picture. */
function rankOf(name: string): number {
  const has = (pattern: RegExp) => pattern.test(name)
  return (
    (has(/italic|oblique|condensed|narrow|mono|thin|light|black|rashi|looped|nastaliq|display/i)
      ? 8
      : 0) +
    (has(/serif|naskh/i) ? 4 : 0) +
    (has(/sans|pingfang|hiragino|yahei|gothic|segoeui|arial/i) ? 0 : 2) +
    (has(/semi-?bold|-bold|bd\.|b\.ttf/i) ? 0 : 1)
  )
}
