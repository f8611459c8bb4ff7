/** `topo help ci`: how a pipeline checks and publishes diagrams. */

import { packageOf, releaseNote } from '../../init/release.ts'
import type { Topic } from './topic.ts'

export const ci: Topic = {
  name: 'ci',
  summary: 'Commands for a pipeline.',
  sections: [
    {
      title: 'Set up a pipeline',
      text: `${releaseNote}Set TOPO_BASE_URL and TOPO_API_KEY; store the key as a secret of the CI system. TOPO_HEADERS contains headers for a gateway before the service. In CI topo never prompts and prints no colours. A fresh checkout has no sync records, so a script that differs from the remote is a conflict (exit 6). With --on-conflict overwrite the repository wins; .topo/backup keeps what topo overwrites. "topo init --ci github" (or "gitlab", "bitbucket", "azure", "circleci", "jenkins", "shell") writes complete pipelines. --incremental looks only at what changed since the last push: keep .topo/remote.json between the jobs. --budget ends a job that would send too many requests, and "topo doctor --ci" counts those of a push.`,
      code: [
        'set -euo pipefail',
        'export TOPO_BASE_URL=https://diagrams.example.com',
        'export TOPO_API_KEY_FILE=/run/secrets/topo',
        `npm install --global ${packageOf('<%= config.version %>')}`,
        'topo validate --fail-on warning',
        'topo push --incremental --if-newer --on-conflict overwrite --fail-on warning',
      ].join('\n'),
    },
    {
      title: 'When an older commit finishes last',
      text: 'With --if-newer, an older commit does not overwrite what a newer one published (exit 6). It may overwrite what was published before the commit was made, and versions from its history (the last 20 commits that changed the script). So check out the whole history. If git cannot read the checkout, nothing is pushed. --if-newer cannot detect a script deleted on the service, a revert published before the commit it reverts, or a wrong clock. So let only one job publish at a time. If the service tells no dates, topo refuses a script only if a later commit in the clone has its remote version.',
    },
    {
      title: 'When several repositories publish with one account',
      text: 'Give each its own slugs, with a prefix in topo.config.json such as "slug": "payments-{name}". A script that this repository never synced is a conflict, even with --on-conflict overwrite: no commit has its remote version. --adopt takes it over.',
    },
    {
      title: 'Without a network',
      text: '"topo validate" checks a pull request, and "topo script review main --output review" draws it before and after, and lists stale Markdown blocks and pictures. Neither needs a key. To try the whole pipeline, run it against the embedded service:',
      code: "topo mock exec -- sh -c 'topo push && topo status --exit-code'",
    },
  ],
}
