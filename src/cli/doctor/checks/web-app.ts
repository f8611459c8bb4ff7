/** Doctor check: the address of the web app, and whether it is used. */
import { unconfirmedWebUrl } from '../../service/web-url.ts'
import { type DoctorCheck, ok, warning } from '../check.ts'

export const webApp: DoctorCheck = {
  name: 'web app',
  run: async (context) => {
    // The service check reports why nothing can be chosen.
    const choice = await context.choice().catch(() => undefined)
    if (choice?.unconfirmedWebUrl) {
      const { message, hint } = unconfirmedWebUrl(choice.unconfirmedWebUrl)
      return [warning(message.replace(/^The/, 'the').replace(/\.$/, ''), hint)]
    }
    if (!choice?.webUrl) return []
    const { value, source } = choice.webUrl
    return [ok(`${value} (${source})`)]
  },
}
