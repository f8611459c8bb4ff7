/** Public profiles: *Profiles and quota* of the document. */
import type { Contract } from '../../api/resources/index.ts'
import { notFound } from '../http/http-error.ts'
import type { Handlers } from './handler.ts'

export const profiles: Handlers<Contract['profiles']> = {
  byUsername: ({ database, params }) => {
    const [user] = database.users.by('username', params.username)
    if (!user) throw notFound('user not found')
    const { id, username, fullName, avatarUrl, createdAt } = user
    return { item: { id, username, fullName, avatarUrl, createdAt } }
  },
}
