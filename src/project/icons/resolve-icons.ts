/** Resolves the icons of packs that a script names: their art, and what is wrong with the others. */
import { getIconData } from '@iconify/utils/lib/icon-set/get-icon'
import { iconToSVG } from '@iconify/utils/lib/svg/build'
import type { IconArt } from '../../render/index.ts'
import { nearest } from '../../text/nearest.ts'
import type { IconProblem } from '../../validator/index.ts'
import { cleanIcon } from './clean-svg.ts'
import { iconPackage, type PackIcon, packIcon, providers } from './packs.ts'
import { type IconSet, readIconSet } from './read-set.ts'

export interface ResolvedIcons {
  readonly art: ReadonlyMap<string, IconArt>
  readonly problems: ReadonlyMap<string, IconProblem>
}

/** Different icons of one picture, and characters of all of them. */
const MOST_ICONS = 300
const MOST_LETTERS = 1024 * 1024

/** @param folder of the script: its packages and those of the folders above it are searched */
export async function resolveIcons(
  folder: string,
  names: Iterable<string>,
): Promise<ResolvedIcons> {
  const art = new Map<string, IconArt>()
  const problems = new Map<string, IconProblem>()
  let letters = 0
  for (const icon of names) {
    const one = await resolve(folder, icon)
    if ('message' in one) problems.set(icon, one)
    else if (art.size >= MOST_ICONS || letters + one.body.length > MOST_LETTERS)
      problems.set(icon, TOO_MANY)
    else {
      letters += one.body.length
      art.set(icon, one)
    }
  }
  return { art, problems }
}

const TOO_MANY: IconProblem = {
  message: 'The icons of this script are too large to be drawn, all in all',
  fix: `Use at most ${MOST_ICONS} different icons of packs, and simpler ones.`,
}

async function resolve(folder: string, icon: string): Promise<IconArt | IconProblem> {
  const named = packIcon(icon)
  if (named === undefined) return notAName(icon)
  const pack = await packOf(folder, named)
  if ('message' in pack) return pack
  const { set, fullName, shortNames } = pack
  const full = fullName(named.name)
  if (full === undefined) return unknown(named, pack.packageName, shortNames())
  const message = `The icon "${icon}" cannot be drawn: its SVG is too large, or not valid`
  return artOf(set, full) ?? { message, fix: 'Use another icon.' }
}

interface Pack {
  readonly packageName: string
  readonly set: IconSet
  /** The name in the set; undefined for an unknown icon. */
  readonly fullName: (name: string) => string | undefined
  readonly shortNames: () => string[]
}

async function packOf(folder: string, { prefix, name }: PackIcon): Promise<Pack | IconProblem> {
  const own = await readIconSet(folder, prefix)
  const provider = own ? undefined : providers.get(prefix)
  const wanted = provider?.set ?? prefix
  const packageName = iconPackage(wanted)
  const found = provider ? await readIconSet(folder, wanted) : own
  if (found === undefined) return notInstalled(`${prefix}:${name}`, prefix, packageName)
  const { set, isOutside } = found
  if (isOutside) {
    const message = `The package ${packageName} is a symbolic link out of the repository, so topo does not read it`
    return { message, fix: 'Install it in the repository.' }
  }
  if (set === undefined) {
    const message = `The package ${packageName} contains no icons: its file icons.json is too large, or not valid`
    return { message, fix: `Install it again: "npm install --save-dev ${packageName}".` }
  }
  const names = () => [...Object.keys(set.icons), ...Object.keys(set.aliases)]
  if (provider === undefined) {
    const has = (one: string) => Object.hasOwn(set.icons, one) || Object.hasOwn(set.aliases, one)
    return { packageName, set, fullName: (one) => (has(one) ? one : undefined), shortNames: names }
  }
  const full = new Map<string, string>()
  for (const one of names()) {
    const short = provider.shortName(one)
    if (short !== undefined && !full.has(short)) full.set(short, one)
  }
  return {
    packageName,
    set,
    fullName: (one) => full.get(one),
    shortNames: () => [...full.keys()],
  }
}

function artOf(set: IconSet, name: string): IconArt | undefined {
  try {
    // A hostile file may have any values here; `cleanIcon` accepts only a text and numbers.
    const data = getIconData(set as unknown as Parameters<typeof getIconData>[0], name)
    if (data === null || typeof data.body !== 'string') return undefined
    const { body, viewBox } = iconToSVG(data)
    return cleanIcon({ body, viewBox })
  } catch {
    return undefined
  }
}

/** All names of a small pack are listed. */
const FEW = 12

function unknown(
  { prefix, name }: PackIcon,
  packageName: string,
  names: readonly string[],
): IconProblem {
  const meant = nearest(name, names)
  const listed =
    names.length <= FEW ? `It has ${names.map((one) => `${prefix}:${one}`).join(', ')}.` : ''
  return {
    message: `"${prefix}:${name}" is not an icon of ${packageName}`,
    ...(meant === undefined
      ? { fix: listed || `See https://icon-sets.iconify.design/ for its icons.` }
      : { fix: `Did you mean "${prefix}:${meant}"?`, meant: `${prefix}:${meant}` }),
  }
}

function notInstalled(icon: string, prefix: string, packageName: string): IconProblem {
  const near = providers.has(prefix) ? undefined : nearest(prefix, providers.keys(), 1)
  const install = `npm install --save-dev ${packageName}`
  return {
    message: `"${icon}" needs the package ${packageName}, which is not installed`,
    fix:
      near === undefined
        ? `Run "${install}".`
        : `Did you mean "${near}:"? Otherwise run "${install}".`,
  }
}

function notAName(icon: string): IconProblem {
  const meant = icon
    .toLowerCase()
    .trim()
    .replace(/[\s_]+/g, '-')
  const isBetter = meant !== icon && packIcon(meant) !== undefined
  return {
    message: `"${icon}" is not the name of an icon`,
    fix: isBetter
      ? `Did you mean "${meant}"?`
      : 'Names have small letters, digits and hyphens, as in "aws:lambda".',
    ...(isBetter && { meant }),
  }
}
