/** Images of the position on the analysis board. The server draws them as the diagrams of the rules. */
import type { Shape } from '../board/props.ts'
import { requestText } from '../server/api.ts'
import { settings } from '../ui/settings.svelte.ts'
import type { Place } from './explorer.svelte.ts'

/** The width of a PNG image in pixels. */
const width = 1000

/** drawPosition returns an image of a position with arrows and circles as SVG. It rejects with Refused or Unreachable. */
export async function drawPosition(
  { game, variant, position }: Place,
  turned: boolean,
  shapes: readonly Shape[],
): Promise<string> {
  const { board, pieces } = settings.choices
  const marks = shapes.map(({ from, to, brush }) =>
    from === to ? `circle ${from} ${brush}` : `arrow ${from} ${to} ${brush}`,
  )
  const query = new URLSearchParams({ game, variant, position, turned: String(turned), board, pieces })
  if (marks.length > 0) query.set('marks', marks.join('; '))
  return requestText(`/diagram.svg?${query}`)
}

/** pngOf returns an SVG image as PNG. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser cannot write PNG'))), 'image/png')
  })
}
