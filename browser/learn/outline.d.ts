declare module 'lessons:courses' {
  const courses: readonly import('./format.ts').Course[]
  export default courses
}
