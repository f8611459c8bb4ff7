/** `topo help ci`: recipes for pipelines, to be copied. */

import { packageOf, releaseNote } from '../../init/release.ts'
import { otherSystems } from './ci-systems.ts'
import type { Topic } from './topic.ts'

const script = [
  'topo validate --fail-on warning',
  'topo push --on-conflict overwrite --if-newer --fail-on warning',
]

export const ci: Topic = {
  name: 'ci',
  summary: 'Recipes for GitHub, GitLab, other systems and a plain shell.',
  sections: [
    {
      title: 'What a pipeline needs',
      text: `${releaseNote}TOPO_BASE_URL and TOPO_API_KEY, the key from the secrets of the CI system. Nothing is asked and nothing is coloured there. A fresh checkout does not know what was pushed before, so a script which differs is a conflict (exit 6) unless --on-conflict says that the repository is the authority. What is overwritten is saved below .topo/backup first. "topo init --ci github" (or "gitlab", or "shell") writes ready-made pipelines, which also draw what a pull request changes, with no key and nothing sent, and look for drift every night.`,
    },
    {
      title: 'GitHub',
      language: 'yaml',
      code: [
        '# .github/workflows/diagrams.yml',
        'name: diagrams',
        'on:',
        '  push:',
        '    branches: [main]',
        'permissions:',
        '  contents: read',
        'concurrency:',
        '  group: diagrams',
        '  cancel-in-progress: false',
        'jobs:',
        '  push:',
        '    runs-on: ubuntu-24.04',
        '    timeout-minutes: 10',
        '    steps:',
        '      - uses: actions/checkout@8e8c483db84b4bee98b60c0593521ed34d9990e8 # v6.0.1',
        '        with:',
        '          fetch-depth: 0',
        '          persist-credentials: false',
        `      - run: npm install --global ${packageOf('<%= config.version %>')}`,
        ...script.map((line) => `      - run: ${line}`),
        '        env:',
        '          TOPO_BASE_URL: https://diagrams.example.com',
        `          TOPO_API_KEY: \${{ secrets.TOPO_API_KEY }}`,
      ].join('\n'),
    },
    {
      title: 'GitLab',
      language: 'yaml',
      code: [
        '# .gitlab-ci.yml; TOPO_API_KEY is a masked variable of the project',
        'diagrams:',
        '  image: node:22',
        '  variables:',
        '    TOPO_BASE_URL: https://diagrams.example.com',
        "    GIT_DEPTH: '0'",
        '  rules:',
        '    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH',
        '  resource_group: diagrams',
        '  script:',
        `    - npm install --global ${packageOf('<%= config.version %>')}`,
        ...script.map((line) => `    - ${line}`),
      ].join('\n'),
    },
    {
      title: 'Any shell',
      code: [
        'set -euo pipefail',
        'export TOPO_BASE_URL=https://diagrams.example.com',
        'export TOPO_API_KEY_FILE=/run/secrets/topo',
        `npm install --global ${packageOf('<%= config.version %>')}`,
        ...script,
      ].join('\n'),
    },
    ...otherSystems,
    {
      title: 'The older commit last',
      text: 'Two merges in a row, and the job of the first is the slower one: with --if-newer it goes over nothing that was published after its commit was made, and exits 6. The service does not know commits, so git is asked: what the service holds may be replaced if it was published before this commit was made, or if it is what the script was in one of the last 20 commits of this history that changed it; hence the whole history above. Left out of its reach: a script that is not on the service any more, a revert that was published before the commit that it reverts, and clocks that are wrong. So let one job publish at a time as well.',
    },
    {
      title: 'Without a network',
      text: 'A pull request is checked by "topo validate" and drawn before and after by "topo script review main --output review", without a key. To try the whole pipeline, run it against the embedded service:',
      code: "topo mock exec -- sh -c 'topo push && topo status --exit-code'",
    },
  ],
}
