// Creates the commit that users of the Action run, without changing a branch: only what a runner needs, since it downloads
// the commit for every job. Writes it as a bundle for another job, and prints its id. The same tree has the same id at any time.
//
//     node scripts/action-commit.js VERSION BUNDLE [REPOSITORY]
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const [version = '', bundle = '', repository = '.'] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+$/.test(version) || bundle === '') {
  console.error('usage: action-commit.js VERSION BUNDLE [REPOSITORY]')
  process.exit(2)
}

const temporary = mkdtempSync(join(tmpdir(), 'topo-index-'))
const git = (args, env = {}, input = '') =>
  execFileSync('git', args, {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    input,
  }).trim()

/** pre-commit installs this package, which is empty, and the released one: not all that builds topo. */
function preCommitFiles() {
  const hooks = git(['show', 'HEAD:.pre-commit-hooks.yaml'])
  return {
    '.pre-commit-hooks.yaml': `${hooks}\n  additional_dependencies: ['topo-cli@${version}']\n`,
    'package.json': `${JSON.stringify({ name: 'topo-pre-commit', version, private: true, files: [] })}\n`,
  }
}

/** The commit of an earlier release of this major version, so that its branch moves forward only. */
function earlierRelease() {
  const name = `refs/remotes/origin/v${version.split('.')[0]}`
  return git(['for-each-ref', '--format=%(objectname)', name])
}

try {
  const index = { GIT_INDEX_FILE: join(temporary, 'index') }
  git(['read-tree', 'HEAD'], index)
  const exceptions = ['action.yml', 'LICENSE', 'README.md'].map((file) => `:!/${file}`)
  git(['rm', '-r', '--cached', '--quiet', '--', '.', ...exceptions], index)
  git(['add', '--force', 'dist/action'], index)
  for (const [path, text] of Object.entries(preCommitFiles())) {
    const id = git(['hash-object', '-w', '--stdin'], {}, text)
    git(['update-index', '--add', '--cacheinfo', `100644,${id},${path}`], index)
  }
  const tree = git(['write-tree'], index)
  const date = git(['show', '--no-patch', '--format=%cI', 'HEAD'])
  const name = 'github-actions[bot]'
  const email = '41898282+github-actions[bot]@users.noreply.github.com'
  const earlier = earlierRelease()
  const parents = ['HEAD', ...(earlier === '' ? [] : [earlier])].flatMap((parent) => ['-p', parent])
  const commit = git(['commit-tree', tree, ...parents, '-m', `The Action of v${version}`], {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  })
  git(['update-ref', 'refs/topo/action', commit])
  const known = ['^HEAD', ...(earlier === '' ? [] : [`^${earlier}`])]
  git(['bundle', 'create', '--quiet', resolve(bundle), 'refs/topo/action', ...known])
  console.log(commit)
} finally {
  rmSync(temporary, { recursive: true, force: true })
}
