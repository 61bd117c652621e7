/** Commands in comments of PGN and of Lancelot's records, such as "[%cal Ge2e4]" for arrows, "[%csl Rd5]" for circles and "[%clk 0:01:30]". */
import type { Brush, Shape } from '../board/props.ts'

const command = /\s*\[%[^\]]*\]\s*/g
const letters: Readonly<Record<string, Brush>> = { G: 'green', R: 'red', B: 'blue', Y: 'yellow' }

/** commentText returns a comment without its commands. */
export function commentText(comment: string): string {
  return comment.replace(command, ' ').trim()
}

const arrowOrCircle = /^\s*([GRBY])([a-n](?:1[0-4]|[1-9]))([a-n](?:1[0-4]|[1-9]))?\s*$/

/** writtenShapes returns arrows and circles as they are written in commands. */
export function writtenShapes(shapes: readonly Shape[]): string[] {
  return shapes.map(({ from, to, brush }) => brush.charAt(0).toUpperCase() + from + (from === to ? '' : to))
}

/** readShape parses an arrow or a circle as it is written in commands. */
function readShape(text: string): Shape | undefined {
  const [, letter = '', from = '', to = ''] = arrowOrCircle.exec(text) ?? []
  const brush = letters[letter]
  return brush && { from, to: to || from, brush }
}

/** readShapes parses arrows and circles in any order, separated by commas or spaces, or returns the first wrong word. */
export function readShapes(text: string, onBoard: (square: string) => boolean): Shape[] | { wrong: string } {
  const shapes: Shape[] = []
  for (const word of text.split(/[\s,;]+/).filter(Boolean)) {
    const shape = readShape(word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    if (!shape || !onBoard(shape.from) || !onBoard(shape.to)) return { wrong: word }
    shapes.push(shape)
  }
  return shapes
}

/** shapesOf returns the arrows and circles of comments, on squares of any board. */
export function shapesOf(comments: readonly string[]): Shape[] {
  const shapes: Shape[] = []
  for (const comment of comments) {
    for (const [, name, list = ''] of comment.matchAll(/\[%(cal|csl)\s+([^\]]*)\]/g)) {
      for (const text of list.split(',')) {
        const shape = readShape(text)
        if (shape && (name === 'cal') === (shape.from !== shape.to)) shapes.push(shape)
      }
    }
  }
  return shapes
}

/** withShapes returns comments with these arrows and circles instead of their own. Other commands and texts stay. */
export function withShapes(comments: readonly string[], shapes: readonly Shape[]): string[] {
  const rest = comments.map((comment) => comment.replace(/\s*\[%(?:cal|csl)\s[^\]]*\]\s*/g, ' ').trim()).filter(Boolean)
  const arrows = writtenShapes(shapes.filter(({ from, to }) => from !== to))
  const circles = writtenShapes(shapes.filter(({ from, to }) => from === to))
  const commands = [
    circles.length > 0 && `[%csl ${circles.join(',')}]`,
    arrows.length > 0 && `[%cal ${arrows.join(',')}]`,
  ].filter((text) => text !== false)
  return commands.length > 0 ? [...rest, commands.join('')] : rest
}

/** withText returns comments with a text instead of theirs. Their commands stay. */
export function withText(comments: readonly string[], text: string): string[] {
  const commands = comments.flatMap((comment) => comment.match(/\[%[^\]]*\]/g) ?? []).join('')
  return [text.replace(/\s+/g, ' ').trim(), commands].filter(Boolean)
}

/** toggled adds a shape. A second shape between the same squares replaces the first, or removes it if the colours are equal. */
export function toggled(shapes: readonly Shape[], shape: Shape): Shape[] {
  const others = shapes.filter(({ from, to }) => from !== shape.from || to !== shape.to)
  const was = shapes.find(({ from, to }) => from === shape.from && to === shape.to)
  return was?.brush === shape.brush ? others : [...others, shape]
}
