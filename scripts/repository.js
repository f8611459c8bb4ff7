// Copies the repository of topo from src/cli/io/repository.ts to the files that name it.

/** Files with addresses on GitHub, all of them topo's own. */
export const pagesWithRepository = [
  'SECURITY.md',
  '.github/ISSUE_TEMPLATE/config.yml',
  'README.md',
  'docs/tutorial.md',
  'docs/continuous-integration.md',
  'editors/vscode/README.md',
]

/** The addresses of a page with this repository. */
export function withAddresses(text, repository) {
  const [owner, name] = repository.split('/')
  return text
    .replace(/(?<=https:\/\/github\.com\/)[\w.-]+\/[\w.-]+/g, repository)
    .replace(/(?<=https:\/\/)[\w-]+\.github\.io\/[\w.-]+/g, `${owner}.github.io/${name}`)
}

/** A workflow or recipe with this repository, where it uses the Action without a commit. */
export const withAction = (text, repository) =>
  text.replace(/(?<=uses: )[\w.-]+\/[\w.-]+(?=@0{40}\b)/g, repository)

/** The text of package.json with this repository. */
export function withFields(text, repository) {
  const {
    description,
    keywords,
    license,
    homepage: _,
    repository: __,
    bugs: ___,
    mcpName: ____,
    ...rest
  } = JSON.parse(text)
  const { name, version, ...others } = rest
  const home = `https://github.com/${repository}`
  const manifest = {
    name,
    version,
    description,
    keywords,
    homepage: `${home}#readme`,
    bugs: { url: `${home}/issues` },
    repository: { type: 'git', url: `git+${home}.git` },
    mcpName: `io.github.${repository}`,
    license,
    ...others,
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** The manifest of the extension for VS Code, with the version of topo. */
export function extensionManifest(text, { version, repository, bugs }) {
  const manifest = JSON.parse(text)
  const [publisher] = new URL(bugs.url).pathname.slice(1).split('/')
  Object.assign(manifest, { version, publisher, bugs })
  manifest.repository = { ...repository, directory: manifest.repository.directory }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
