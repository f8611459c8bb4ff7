import { defineCommand } from '../../../cli/command/define.ts'
import { reviewArguments, reviewFields, reviewFlags, reviewResult } from './review.ts'

export default defineCommand({
  summary: 'Show what a branch changes in the diagrams, in words and pictures.',
  description:
    'Compares local files with the merge base of this branch and BASE, and validates those that changed; an error is exit code 1. Also reports Markdown blocks and pictures of them that are stale. Needs no key and sends nothing, except with --drafts. With --output, writes the pictures before and after to a folder, a page for each diagram that compares both, and an index.',
  examples: [
    'topo script review main',
    'topo script review main --output review',
    'topo script review main --drafts pr-7',
    'topo script review main --json --fields path,words',
  ],
  fields: reviewFields,
  args: reviewArguments,
  flags: reviewFlags,
  run: reviewResult,
})
