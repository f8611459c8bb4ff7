/** Schemas of times and delays that people give the embedded service. */
import * as z from 'zod/mini'

/** With an offset: other spellings mean another time in another time zone, or are guesses of Date.parse. */
export const timeSchema = () =>
  z.iso.datetime({ offset: true, error: 'is not a time; write it as 2026-01-31T12:00:00Z' })

/** The longest delay of a timer, 24 days. Node shortens a longer one to a millisecond. */
export const maxDelayMs = 2 ** 31 - 1
