/** Commands in comments of PGN, such as "[%cal Ge2e4]" for arrows, "[%csl Rd5]" for circles and "[%clk 0:01:30]". */
import type { Brush, Shape } from '../board/props.ts'

const command = /\s*\[%[^\]]*\]\s*/g
const letters: Readonly<Record<string, Brush>> = { G: 'green', R: 'red', B: 'blue', Y: 'yellow' }

/** commentText returns a comment without its commands. */
export function commentText(comment: string): string {
  return comment.replace(command, ' ').trim()
}

/** shapesOf returns the arrows and circles of comments. */
export function shapesOf(comments: readonly string[]): Shape[] {
  const shapes: Shape[] = []
  for (const comment of comments) {
    for (const [, name, list = ''] of comment.matchAll(/\[%(cal|csl)\s+([^\]]*)\]/g)) {
      for (const text of list.split(',')) {
        const [, letter = '', from = '', to = ''] = /^\s*([GRBY])([a-h][1-8])([a-h][1-8])?\s*$/.exec(text) ?? []
        const brush = letters[letter]
        if (brush && (name === 'cal') === (to !== '')) shapes.push({ from, to: to || from, brush })
      }
    }
  }
  return shapes
}

/** withShapes returns comments with these arrows and circles instead of their own. Other commands and texts stay. */
export function withShapes(comments: readonly string[], shapes: readonly Shape[]): string[] {
  const rest = comments.map((comment) => comment.replace(/\s*\[%(?:cal|csl)\s[^\]]*\]\s*/g, ' ').trim()).filter(Boolean)
  const sign = ({ brush }: Shape) => brush.charAt(0).toUpperCase()
  const arrows = shapes.filter(({ from, to }) => from !== to).map((shape) => sign(shape) + shape.from + shape.to)
  const circles = shapes.filter(({ from, to }) => from === to).map((shape) => sign(shape) + shape.from)
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
