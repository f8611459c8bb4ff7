/** Goes from a name of a node to where the node is created. */
import { nameAt } from '../session/name-at.ts'
import { NamesInTexts, placesNamed } from '../session/names-in-texts.ts'
import type { Feature } from './feature.ts'

export const definition: Feature = {
  capabilities: () => ({ definitionProvider: true }),
  answers: {
    onDefinition: async (session, { textDocument: { uri }, position }, signal) => {
      const name = await nameAt(session, uri, position, signal)
      return name && placesNamed(new NamesInTexts(session), name, ['node'])
    },
  },
}
