/** Makes foreign text safe as plain text in Markdown: it is neither markup nor a link, on one line. */
import { forMessage } from './for-message.ts'

export const forMarkdown = (text: string): string =>
  forMessage(text)
    .replace(/\s+/g, ' ')
    .replace(/[!-/:-@[-`{-~]/g, '\\$&')
