/** Courses and concepts: *Learning* of the section *Further endpoints*. All shapes are inferred. */
import { z } from 'zod'
import { acknowledged, inferred, list, single } from '../contract.ts'
import { listedScript } from './scripts.ts'

const lesson = z.looseObject({ position: z.int(), title: z.string(), script: listedScript })
const neighbour = z.looseObject({ slug: z.string(), title: z.string() })

export const learning = {
  course: inferred({
    method: 'GET',
    path: '/v1/courses/{slug}',
    auth: 'key',
    response: single(
      z.looseObject({
        slug: z.string(),
        title: z.string(),
        description: z.string(),
        lessons: z.array(lesson),
      }),
    ),
  }),
  /** Lesson and course of a script, with the lessons before and after it. */
  lessonContext: inferred({
    method: 'GET',
    path: '/v1/scripts/{id}/lesson-context',
    auth: 'key',
    response: single(
      z.looseObject({
        course: neighbour,
        position: z.int(),
        lessonCount: z.int(),
        previous: neighbour.nullable(),
        next: neighbour.nullable(),
      }),
    ),
  }),
  /** Slug of a script in the section `concepts`. */
  viewed: inferred({
    method: 'POST',
    path: '/v1/concepts/{slug}/viewed',
    auth: 'key',
    response: acknowledged,
  }),
  mastered: inferred({
    method: 'GET',
    path: '/v1/concepts/mastered',
    auth: 'key',
    response: list(z.looseObject({ slug: z.string(), name: z.string(), viewedAt: z.string() })),
  }),
}
