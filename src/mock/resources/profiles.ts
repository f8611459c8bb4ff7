/** Public profiles: *Profiles and quota* of the document. */
import { found } from '../http/http-error.ts'
import type { Handlers } from './handler.ts'

export const profiles: Handlers<'profiles'> = {
  byUsername: ({ database, params }) => {
    const user = found(database.users.by('username', params.username)[0], 'user')
    const { id, username, fullName, avatarUrl, createdAt } = user
    return { item: { id, username, fullName, avatarUrl, createdAt } }
  },
}
