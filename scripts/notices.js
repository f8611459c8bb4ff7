// Writes the licences of the packages that a build contains, and a list of these packages as CycloneDX.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'

/** Writes `THIRD-PARTY-NOTICES.txt` and `sbom.cdx.json`. @param installed true to list installed dependencies too */
export function writeNotices(root, folder, packages, { installed = false } = {}) {
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesOf(packages))
  writeFileSync(join(folder, 'sbom.cdx.json'), sbomOf(root, packages, installed))
}

/** One section for each text: many packages have the same. */
function noticesOf(packages) {
  const byText = new Map()
  for (const one of packages) byText.set(one.text, [...(byText.get(one.text) ?? []), one])
  const sections = [...byText].map(([text, same]) => {
    const names = same.map(({ name, version, license }) => `${name} ${version} (${license})`)
    return `${'='.repeat(80)}\n${names.join('\n')}\n${'='.repeat(80)}\n\n${text}\n`
  })
  return `These files contain code and data of ${packages.length} other packages, under the licences below.\n\n${sections.join('\n')}`
}

/**
 * CycloneDX 1.6, without time and serial number, so that every build writes the same bytes. The hashes are those of the
 * lockfile: of the archives on the registry.
 */
function sbomOf(root, packages, installed) {
  const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))
  const own = read('package.json')
  const lock = read('package-lock.json').packages
  const bom = new Models.Bom()
  const topo = componentOf(own, { type: Enums.ComponentType.Application })
  bom.metadata.component = topo
  const add = (one, options) => {
    const component = componentOf(one, options)
    bom.components.add(component)
    topo.dependencies.add(component.bomRef)
  }
  for (const one of packages) add(one, { form: 'bundled', integrity: lock[one.path]?.integrity })
  const bundled = new Set(packages.map(({ name }) => name))
  for (const [path, entry] of Object.entries(installed ? lock : {})) {
    const name = path.replace(/^.*node_modules\//, '')
    if (path === '' || entry.dev || entry.devOptional || entry.peer || bundled.has(name)) continue
    const scope = entry.optional ? Enums.ComponentScope.Optional : Enums.ComponentScope.Required
    add({ ...entry, name }, { form: 'installed', integrity: entry.integrity, scope })
  }
  const serializer = new Serialize.JsonSerializer(
    new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6),
  )
  return `${serializer.serialize(bom, { sortLists: true, space: 0 })}\n`
}

function componentOf(
  { name: fullName, version, license },
  { form, integrity, type = Enums.ComponentType.Library, scope },
) {
  const [, group, name] = /^(?:(@[^/]+)\/)?(.+)$/.exec(fullName)
  const purl = `pkg:npm/${group === undefined ? '' : `%40${group.slice(1)}/`}${name}@${version}`
  const component = new Models.Component(type, name, { group, version, purl, scope, bomRef: purl })
  if (license !== undefined) component.licenses.add(licenceOf(license))
  if (form !== undefined) component.properties.add(new Models.Property('topo:form', form))
  const [, algorithm, digest] = /^(sha512)-(.+)$/.exec(integrity ?? '') ?? []
  if (algorithm !== undefined)
    component.hashes.set(
      Enums.HashAlgorithm['SHA-512'],
      Buffer.from(digest, 'base64').toString('hex'),
    )
  return component
}

const licenceOf = (license) =>
  / (AND|OR|WITH) /.test(license)
    ? new Models.LicenseExpression(license)
    : new Models.SpdxLicense(license)
