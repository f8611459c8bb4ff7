/** Packages that run from their own folder in the Action, and the files that they need there. */
const needed = {
  'esbuild-wasm': [
    'bin/esbuild',
    'esbuild.wasm',
    'lib/main.js',
    'wasm_exec.js',
    'wasm_exec_node.js',
    'package.json',
    'LICENSE.md',
  ],
}

/** Paths of these files, relative to the repository. npm compared the packages with the lockfile. */
export const actionFiles = Object.entries(needed).flatMap(([name, files]) =>
  files.map((file) => `node_modules/${name}/${file}`),
)
