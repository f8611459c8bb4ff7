/**
 * The address of topo's own repository. `OWNER` is a placeholder until there is one, and stands only here:
 * `node scripts/generate.js` copies it to package.json, the templates and the documents.
 */
export const topoRepository = 'OWNER/topo'

/** Identifier of the extension, in the marketplaces of VS Code and its relatives. */
export const extensionId = `${topoRepository.split('/')[0]}.topo`

/** Where people report bugs; `bugs` in package.json is the same. */
export const issuesUrl = `https://github.com/${topoRepository}/issues`

/** The documentation of a rule of the validator. */
export const rulePage = (rule: string): string =>
  `https://github.com/${topoRepository}/blob/main/docs/rules.md#${rule}`
