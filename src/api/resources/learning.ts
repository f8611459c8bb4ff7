/** Courses and concepts: *Learning* of the section *Further endpoints*. All shapes are inferred. */
import * as z from 'zod/mini'
import { inferred, list, single } from '../contract/contract.ts'
import { listedScript } from './scripts.ts'

const lesson = z.looseObject({ position: z.int(), title: z.string(), script: listedScript })
const neighbour = z.looseObject({ slug: z.string(), title: z.string() })

export const learning = {
  course: inferred('GET', '/v1/courses/{slug}', () => ({
    response: single(
      z.looseObject({
        slug: z.string(),
        title: z.string(),
        description: z.string(),
        lessons: z.array(lesson),
      }),
    ),
  })),
  /** Lesson and course of a script, with the lessons before and after it. */
  lessonContext: inferred('GET', '/v1/scripts/{id}/lesson-context', () => ({
    response: single(
      z.looseObject({
        course: neighbour,
        position: z.int(),
        lessonCount: z.int(),
        previous: z.nullable(neighbour),
        next: z.nullable(neighbour),
      }),
    ),
  })),
  /** Slug of a script in the section `concepts`. */
  viewed: inferred('POST', '/v1/concepts/{slug}/viewed'),
  mastered: inferred('GET', '/v1/concepts/mastered', () => ({
    response: list(
      z.looseObject({
        slug: z.string(),
        name: z.string(),
        viewedAt: z.string(),
      }),
    ),
  })),
}
