/** Goes from a name of a node to where the node is created. */
import { locationsOf, NamesInTexts, nameAt } from '../named.ts'
import { answer } from './answer.ts'
import type { Feature } from './feature.ts'

export const definition: Feature = {
  capabilities: () => ({ definitionProvider: true }),
  listen({ connection, session }) {
    connection.onDefinition(({ textDocument: { uri }, position }, token) =>
      answer(token, async (signal) => {
        const name = await nameAt(session, uri, position, signal)
        return name && locationsOf(new NamesInTexts(session), name, ['node'])
      }),
    )
  },
}
