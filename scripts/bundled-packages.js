/**
 * Finds the packages whose code or data a build contains, with their licences. Fails for a package without licence text,
 * unless it is listed here with a reason.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Packages that have no licence file. The licence must be the one of their package.json. */
const withoutText = {}

/** Names of files that a licence may require to be passed on. */
const licenceFile = /^(li[cs]en[cs]e|copying|notice|third-?party-?notices)([-._].*)?$/i

/**
 * @param metafiles of esbuild, with paths relative to `root`
 * @param copied files of other packages that the build contains, relative to `root`
 * @returns the packages by name and version: `{ name, version, license, homepage, path, text }`
 * @throws Error if a package has no licence, or no text of it.
 */
export function bundledPackages(root, metafiles, copied = [], exceptions = withoutText) {
  const bundled = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ inputs }) =>
      Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0),
    ),
  )
  const paths = new Set(
    [...bundled, ...copied].map(packagePath).filter((path) => path !== undefined),
  )
  const packages = [...paths].map((path) => readPackage(root, path, exceptions))
  // A package may be installed twice in one version.
  return [...new Map(packages.map((one) => [`${one.name}@${one.version}`, one])).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, one]) => one)
}

/** `node_modules/a/node_modules/@b/c/d.js` → `node_modules/a/node_modules/@b/c` */
function packagePath(file) {
  return /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file.replaceAll('\\', '/'))?.[1]
}

function readPackage(root, path, exceptions) {
  const { name, version, license, homepage, repository } = JSON.parse(
    readFileSync(join(root, path, 'package.json'), 'utf8'),
  )
  if (typeof license !== 'string') throw new Error(`${path}/package.json names no SPDX licence.`)
  const text = licenceText(join(root, path)) ?? exceptionFor(name, license, exceptions)
  return { name, version, license, homepage: homepage ?? repository?.url, path, text }
}

function licenceText(folder) {
  const files = readdirSync(folder).filter((name) => licenceFile.test(name))
  const texts = files.sort().map((name) => readFileSync(join(folder, name), 'utf8'))
  const text = texts.map((one) => one.replaceAll('\r\n', '\n').trim()).join('\n\n')
  return text === '' ? undefined : text
}

function exceptionFor(name, license, exceptions) {
  const exception = Object.hasOwn(exceptions, name) ? exceptions[name] : undefined
  if (exception?.license === license) return exception.text
  throw new Error(
    `${name} (${license}) is bundled, but it has no licence text. Find the text in its repository, and add it to scripts/bundled-packages.js with a reason.`,
  )
}
