import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import type { Course, Stage, StageFile } from './format.ts'

const folder = fileURLToPath(new URL('../../internal/lessons/files/data/', import.meta.url))

const parse = <T>(name: string) => JSON.parse(readFileSync(folder + name, 'utf8')) as T

/** courses returns the courses with an outline of their stages, without the exercises. */
export function courses(): Course[] {
  const files = parse<(Omit<Course, 'stages'> & { stages: string[] })[]>('courses.json')
  return files.map((course) => ({ ...course, stages: course.stages.map(outline) }))
}

function outline(id: string): Stage {
  const { game, exercises, texts } = parse<StageFile>(`${id}.json`)
  const shown = (language: 'en' | 'de') => ({ title: texts[language].title ?? '', about: texts[language].about ?? '' })
  return {
    id,
    game,
    exercises: exercises.map(({ id, chess = false, engine }) => ({ id, chess, game: engine !== undefined })),
    texts: { en: shown('en'), de: shown('de') },
  }
}

/** lessonCourses makes `lessons:courses` the list of courses, so that the page loads exercises one stage at a time. */
export function lessonCourses(): Plugin {
  const name = 'lessons:courses'
  return {
    name: 'lessons',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null
      for (const file of readdirSync(folder)) this.addWatchFile(folder + file)
      return `export default ${JSON.stringify(courses())}`
    },
  }
}
