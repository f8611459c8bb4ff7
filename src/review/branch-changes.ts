/** Finds what a branch changes: scripts, with their versions before, and all files. */
import { type Repository, requireRepository } from '../files/git/git.ts'
import type { Project } from '../project/config/project.ts'
import type { LocalScript } from '../project/script/load.ts'
import { matchRenames } from '../project/script/match-renames.ts'
import { changedScripts } from '../project/select/changed-scripts.ts'
import { deletedSince, renamesSince } from '../project/select/files-since.ts'
import { scriptsAtRevision, toComparedScript } from '../sync/compare/compare.ts'
import type { ComparedScript } from '../sync/compare/difference.ts'

export interface BranchChanges {
  readonly repository: Repository
  /** The commit that everything is compared with. */
  readonly commit: string
  readonly changed: readonly LocalScript[]
  /** Paths of scripts that were deleted or renamed. */
  readonly gone: readonly string[]
  /** Versions before, by path. */
  readonly before: ReadonlyMap<string, ComparedScript>
  /** New path → old path. */
  readonly renames: ReadonlyMap<string, string>
  /** Absolute real paths of all files that differ. */
  readonly files: ReadonlySet<string>
}

/** @throws usage error `TOPO_UNKNOWN_REVISION` for an unknown commit, and as `requireRepository`. */
export async function branchChanges(
  base: string,
  scripts: readonly LocalScript[],
  project: Project,
): Promise<BranchChanges> {
  const { root } = project
  const repository = await requireRepository(root)
  const from = await repository.requireCommit(base)
  // Nobody knows how the others looked before.
  const { changed, files } = await changedScripts(scripts, root, base)
  const head = await repository.head()
  const revision = (head && (await repository.mergeBase(head, from))) ?? from
  const compared = { repository, root, commit: revision }
  const gone = await deletedSince(compared)
  const paths = [...changed.map(({ path }) => path), ...gone]
  const before = await scriptsAtRevision(project, paths, revision)
  const fresh = changed.filter(({ path }) => !before.has(path))
  const renamesOfGit = await renamesSince(compared, [...gone, ...fresh.map(({ path }) => path)])
  const renames = matchRenames(
    gone.flatMap((path) => before.get(path) ?? []).map(toNamed),
    fresh.map(toComparedScript).map(toNamed),
    renamesOfGit,
  )
  return { repository, commit: revision, changed, gone, before, renames, files }
}

function toNamed({ name: path, content: { slug }, text }: ComparedScript) {
  return { path, slug, text }
}
