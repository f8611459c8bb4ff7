/** Goes from a name of a node to where the node is created. */
import { NamesInTexts, nameAt, placesNamed } from '../named.ts'
import { answer } from './answer.ts'
import type { Feature } from './feature.ts'

export const definition: Feature = {
  capabilities: () => ({ definitionProvider: true }),
  listen({ connection, session }) {
    connection.onDefinition(({ textDocument: { uri }, position }, token) =>
      answer(token, async (signal) => {
        const name = await nameAt(session, uri, position, signal)
        return name && placesNamed(new NamesInTexts(session), name, ['node'])
      }),
    )
  },
}
