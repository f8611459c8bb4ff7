import { defineCommand } from '../cli/command/define.ts'

export default defineCommand({
  summary: 'Remove a profile and its API key from this machine.',
  description: 'The key stays valid until you revoke it in the web app.',
  examples: ['topo logout', 'topo logout --profile staging'],
  fields: ['profile', 'file'],
  run: async ({ flags, environment, openProfiles }) => {
    const profiles = await openProfiles()
    const [name] = profiles.require(flags.profile ?? environment.profile ?? profiles.current())
    profiles.remove(name)
    return {
      data: { profile: name, file: profiles.file },
      isProse: true,
      text: () =>
        `Removed profile "${name}". The key stays valid until you revoke it in the web app.`,
    }
  },
})
