/** Doctor check: the types that `topo init` wrote for editors are those of this version. */
import { editorFiles } from '../init/editor-types.ts'
import { type DoctorCheck, ok, warning } from './check.ts'

export const editorTypes: DoctorCheck = {
  name: 'editor',
  run: async ({ root, packageRoot, version }) => {
    const files = (await editorFiles(root, { packageRoot, version })).filter(
      ({ state }) => state !== 'missing' && state !== 'own',
    )
    const old = files.filter(({ state }) => state === 'old').map(({ path }) => path)
    if (files.length === 0) return []
    if (old.length === 0) return [ok('editors have the types of this version or a newer one')]
    return [
      warning(`${old.join(' and ')} differ from this version of topo`, 'Run "topo init", which renews them.'),
    ]
  },
}
