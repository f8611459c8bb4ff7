/** Recipes for the CI systems that run the script of `topo init --ci shell`. */
import { packageOf } from '../../init/release.ts'
import type { Topic } from './topic.ts'

export const otherSystems: Topic['sections'] = [
  {
    title: 'Azure Pipelines',
    language: 'yaml',
    code: [
      '# azure-pipelines.yml; a secret must be passed to the step',
      'trigger: [main]',
      'pool: { vmImage: ubuntu-24.04 }',
      'steps:',
      '  - checkout: self',
      '    fetchDepth: 0',
      '  - script: sh ci/diagrams.sh publish',
      '    env:',
      '      TOPO_BASE_URL: https://diagrams.example.com',
      '      TOPO_API_KEY: $(TOPO_API_KEY)',
    ].join('\n'),
  },
  {
    title: 'Bitbucket Pipelines',
    language: 'yaml',
    code: [
      '# bitbucket-pipelines.yml; TOPO_BASE_URL and TOPO_API_KEY are variables of the repository',
      'image: node:24',
      'clone: { depth: full }',
      'pipelines:',
      '  branches:',
      '    main:',
      '      - step:',
      '          script: [sh ci/diagrams.sh publish]',
    ].join('\n'),
  },
  {
    title: 'CircleCI',
    language: 'yaml',
    code: [
      '# .circleci/config.yml; TOPO_BASE_URL and TOPO_API_KEY are variables of the project',
      'version: 2.1',
      'jobs:',
      '  diagrams:',
      '    docker: [{ image: cimg/node:24.0 }]',
      '    steps:',
      '      - checkout',
      `      - run: sudo npm install --global ${packageOf('<%= config.version %>')}`,
      '      - run: topo validate --fail-on warning',
      '      - run: topo push --on-conflict overwrite --if-newer --fail-on warning',
      'workflows:',
      '  main:',
      '    jobs: [{ diagrams: { filters: { branches: { only: main } } } }]',
    ].join('\n'),
  },
  {
    title: 'Jenkins',
    language: 'groovy',
    code: [
      '// Jenkinsfile, in a stage of the main branch',
      "withCredentials([string(credentialsId: 'topo', variable: 'TOPO_API_KEY')]) {",
      "  sh 'TOPO_BASE_URL=https://diagrams.example.com sh ci/diagrams.sh publish'",
      '}',
    ].join('\n'),
  },
]
