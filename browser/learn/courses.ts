import courses from 'lessons:courses'
import { progress } from '../saved/progress.svelte.ts'
import { type Language, speech } from '../words/words.svelte.ts'
import type { Course, Stage, StageFile, Texts } from './format.ts'
import { type Place, resumePlace } from './resume.ts'

export { courses }

const files = import.meta.glob<{ default: StageFile }>('../../internal/lessons/files/data/*.json')

/** loadStage loads the exercises of a stage. */
export function loadStage(id: string): Promise<{ default: StageFile }> {
  const load = files[`../../internal/lessons/files/data/${id}.json`]
  return load ? load() : Promise.reject(new Error(`there is no stage ${id}`))
}

export interface Located {
  course: Course
  stage: Stage
}

export function findStage(id: string): Located | undefined {
  for (const course of courses) {
    const stage = course.stages.find((stage) => stage.id === id)
    if (stage) return { course, stage }
  }
  return undefined
}

/** textOf returns a text of a course, a stage or an exercise in the current language, else in English. */
export function textOf(texts: Texts, key: string): string {
  const language: Language = speech.language
  return texts[language][key] ?? texts.en[key] ?? ''
}

export function addressOf({ stage, number }: Place): string {
  return `learn/${stage}/${number}`
}

/** skipped reports whether the learner knows an exercise from chess. */
function skipped(chess: boolean): boolean {
  return chess && progress.chess === true
}

/** numbersOf returns the numbers of a stage's exercises, without those that the learner can skip. */
export function numbersOf(stage: Stage): number[] {
  return stage.exercises.flatMap(({ chess }, i) => (skipped(chess) ? [] : [i + 1]))
}

/** asksChess reports whether the first exercise of a stage depends on a question that the learner has not answered. */
export function asksChess(stage: Stage): boolean {
  return progress.chess === undefined && stage.exercises.some(({ chess }) => chess)
}

/** placesOf returns the exercises of chapters, without those that the learner can skip. */
export function placesOf({ stages }: Pick<Course, 'stages'>): Place[] {
  return stages.flatMap((stage) => numbersOf(stage).map((number) => ({ stage: stage.id, number })))
}

export function isDone({ stage, number }: Place): boolean {
  const exercise = findStage(stage)?.stage.exercises[number - 1]
  return exercise !== undefined && progress.starsOf(stage, exercise.id) > 0
}

/** resumeAt returns the exercise of a course at which the learner goes on. */
export function resumeAt(course: Course): Place | undefined {
  return resumePlace(placesOf(course), isDone, progress.last)
}

/** longerThan returns the course that continues a short one, or undefined. */
export function longerThan({ express, game }: Course): Course | undefined {
  return express ? courses.find((other) => other.game === game && !other.express) : undefined
}

/** doneOf returns how many exercises of chapters are solved, of those that the learner cannot skip. */
export function doneOf(part: Pick<Course, 'stages'>): { done: number; all: number } {
  const places = placesOf(part)
  return { done: places.filter(isDone).length, all: places.length }
}

/** currentCourse returns the course of the exercise that was open last. */
export function currentCourse(): Course | undefined {
  return courses.find(({ stages }) => stages.some(({ id }) => progress.last.startsWith(`${id}/`)))
}

/** offeredCourse returns the current course, or the one that continues it if all its exercises are solved. */
export function offeredCourse(): Course | undefined {
  const current = currentCourse()
  if (!current) return undefined
  const { done, all } = doneOf(current)
  return (done === all && longerThan(current)) || current
}

/** goOn returns the exercise with which the learner goes on, undefined if none was opened or all of the course are solved. */
export function goOn(): Place | undefined {
  const course = offeredCourse()
  const place = course && resumeAt(course)
  return place && !isDone(place) ? place : undefined
}

/** inOrder returns the numbers of a stage's exercises as lists show them: those that the learner can skip come last. */
export function inOrder(stage: Stage): number[] {
  const numbers = stage.exercises.map((_, i) => i + 1)
  const last = (number: number) => skipped(stage.exercises[number - 1]?.chess === true)
  return [...numbers.filter((number) => !last(number)), ...numbers.filter(last)]
}

/** countOf returns the number of an exercise in the lists, and how many there are without those that the learner can skip. */
export function countOf(stage: Stage, number: number): { n: number; all: number } {
  const n = inOrder(stage).indexOf(number) + 1
  const all = stage.exercises.filter(({ chess }) => !skipped(chess)).length
  return { n, all: Math.max(n, all) }
}

/** following returns the exercise that follows in the same course, or undefined after the last one. */
export function following({ stage, number }: Place): Place | undefined {
  const located = findStage(stage)
  if (!located) return undefined
  const all = located.course.stages.flatMap(({ id, exercises }) =>
    exercises.map(({ chess }, i) => ({ stage: id, number: i + 1, chess })),
  )
  const here = all.findIndex((place) => place.stage === stage && place.number === number)
  return all.slice(here + 1).find(({ chess }) => !skipped(chess))
}

/** openBeside returns the exercises of a course that are not solved, without this one. */
export function openBeside(course: Course, { stage, number }: Place): Place[] {
  return placesOf(course).filter((place) => !isDone(place) && (place.stage !== stage || place.number !== number))
}

/** nextAfter returns the exercise after one of a course: the following one, after the last one the first other that is not solved. */
export function nextAfter(course: Course, place: Place): Place | undefined {
  return following(place) ?? openBeside(course, place)[0]
}
