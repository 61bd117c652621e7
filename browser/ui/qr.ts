/** QR codes, drawn as one path. */
import { encode } from 'uqr'

export interface Code {
  /** The width and height in modules, without a margin. */
  size: number
  /** The dark modules, as an SVG path with one unit a module. */
  path: string
}

export function qrCode(text: string): Code {
  const { size, data } = encode(text, { ecc: 'M', border: 0 })
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .filter(Boolean)
    .join('')
  return { size, path }
}
