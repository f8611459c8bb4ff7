/** Finds code that nothing uses. A file beside a command is no entry: it has to be imported. */
import { commandFiles } from './scripts/command-files.js'

export default {
  // Its plugin for oclif would take every file of `src/commands` for a command.
  oclif: false,
  entry: [
    'src/browser/playground/{main,document}.ts',
    'src/browser/worker/main.ts',
    'test/browser/core-in-page.ts',
    ...commandFiles(import.meta.dirname),
    'src/start/main.ts',
    'src/cli/main.ts',
    'src/cli/help/help.ts',
    'src/action/main.ts',
    'src/exports/mock.ts',
    'src/topology/sandbox/prepare.ts',
    'src/browser/element/main.ts',
    'src/browser/element/worker.ts',
    'src/project/check/check-worker.ts',
    'src/lsp/checks/thread.ts',
    'src/render/player/main.ts',
    'src/render/player/site.ts',
    'src/preview/client/main.ts',
    'src/exports/validator.ts',
    // What a browser imports instead of `src/platform/node`.
    'src/platform/browser/*.ts',
    'src/reporters/result-schema.ts',
    'src/{topology,validator,reporters}/index.ts',
    'bin/*.js',
    'scripts/*.js',
    'bench/layout/{corpus,gallery}.ts',
    'bench/requests.ts',
  ],
  project: [
    'src/**/*.ts',
    'scripts/**/*.js',
    'bench/**/*.{js,ts}',
    'test/**/*.ts',
    '!test/**/fixtures/**',
  ],
  ignoreExportsUsedInFile: {
    interface: true,
    type: true,
  },
  ignoreBinaries: ['dijkstra', 'gvpr', 'mkfifo', 'nvim', 'plantuml', 'unshare'],
  ignoreDependencies: [
    '@terrastruct/d2',
    '@types/markdown-it',
    'esbuild-wasm',
    '@fontsource/inter',
    '@fontsource/noto-sans-devanagari',
    '@fontsource/noto-sans-hebrew',
    '@fontsource/noto-sans-thai',
  ],
}
