/** Courses and concepts: *Learning* of *Further endpoints*, inferred. */
import type { Database } from '../database/database.ts'
import type { ScriptRow } from '../database/rows.ts'
import { courses } from '../fixtures/courses.ts'
import { found, notFound } from '../http/http-error.ts'
import { visibleScript } from '../rules/visibility.ts'
import { visibleScripts } from './discovery.ts'
import type { Handlers } from './handler.ts'
import { listItem } from './script-answers.ts'

export const learning: Handlers<'learning'> = {
  course: ({ database, params }) => {
    const course = found(
      courses.find(({ slug }) => slug === params.slug),
      'course',
    )
    const lessons = lessonsOf(database, course.lessons).map(({ title, row }, index) => ({
      position: index + 1,
      title,
      script: listItem(database)(row),
    }))
    return { item: { ...course, lessons } }
  },

  lessonContext: ({ database, params, caller }) => {
    const { id } = visibleScript(database.script(params.id), caller)
    for (const { slug, title, lessons } of courses) {
      const all = lessonsOf(database, lessons)
      const at = all.findIndex(({ row }) => row.id === id)
      if (at < 0) continue
      const neighbour = (lesson: (typeof all)[number] | undefined) =>
        lesson ? { slug: lesson.row.slug, title: lesson.title } : null
      const previous = neighbour(all[at - 1])
      const next = neighbour(all[at + 1])
      const position = at + 1
      return {
        item: { course: { slug, title }, position, lessonCount: all.length, previous, next },
      }
    }
    throw notFound('the script is not a lesson of a course')
  },

  viewed: ({ database, params, caller }) => {
    const script = visibleScript(database.script(params.slug), caller)
    if (script.section !== 'concepts') throw notFound('concept not found')
    const id = `${caller.id} ${script.id}`
    database.concepts.put({
      id,
      userId: caller.id,
      scriptId: script.id,
      viewedAt: database.stamp(),
    })
    return { ok: true }
  },

  mastered: ({ database, caller }) => {
    const rows = database.concepts.by('user', caller.id)
    const items = visibleScripts(database, rows, caller).map(({ id, slug, name }) => ({
      slug,
      name,
      viewedAt: database.concepts.get(`${caller.id} ${id}`)?.viewedAt ?? '',
    }))
    return { items, totalCount: items.length }
  },
}

/** Only lessons whose script is still public. */
const lessonsOf = (database: Database, lessons: readonly { title: string; scriptSlug: string }[]) =>
  lessons.flatMap(({ title, scriptSlug }) =>
    database.scripts
      .by('slug', scriptSlug)
      .filter((row: ScriptRow) => row.isPublic)
      .map((row) => ({ title, row })),
  )
