/**
 * Coats of arms on 100 × 100, composed from a code of five letters: shield, division, tincture of the field, tincture of the
 * division, charge (docs/formats/arms.md). internal/accounts/arms.go has the same letters.
 */
import { shield } from './stones.ts'

/** A code, taken apart. */
export interface Arms {
  shield: string
  division: string
  field: string
  other: string
  charge: string
}

/** dot returns the path of a circle. */
const dot = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`
/** hole returns a circle that is cut out of a path around it. */
const hole = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`

/** around returns n points of a circle, the first at the top. */
function around(n: number, r: number, y = 50): { x: number; y: number }[] {
  return Array.from({ length: n }, (_, i) => {
    const angle = (2 * Math.PI * i) / n - Math.PI / 2
    return { x: Math.round(500 + 10 * r * Math.cos(angle)) / 10, y: Math.round(10 * (y + r * Math.sin(angle))) / 10 }
  })
}

/** star returns a star with n points. */
function star(n: number, r: number, inner: number, y = 50): string {
  const points = around(2 * n, 1, 0).map((point, i) => {
    const size = i % 2 === 0 ? r : inner
    return `${(50 + size * (point.x - 50)).toFixed(1)} ${(y + size * point.y).toFixed(1)}`
  })
  return `M${points.join('L')}Z`
}

export const shields: Readonly<Record<string, string>> = {
  h: shield,
  f: 'M10 6H90V74Q90 85 79 85H63Q54 85 50 96Q46 85 37 85H21Q10 85 10 74Z',
  r: 'M10 6H90V56A40 40 0 0 1 10 56Z',
  k: 'M50 4C74 4 88 14 88 33C88 59 70 82 50 97C30 82 12 59 12 33C12 14 26 4 50 4Z',
}

/** How a division is drawn: an area of the other tincture, below which charges change theirs, or beside which they lie. */
export interface Division {
  area: string
  /** The center and the size of the charge. */
  y: number
  size: number
  /** The charge lies on the area, in the tincture of the field. */
  counterchanged?: boolean
  /** The area is a border of the shield. */
  border?: boolean
}

export const divisions: Readonly<Record<string, Division>> = {
  n: { area: '', y: 48, size: 0.7 },
  p: { area: 'M50 0H100V100H50Z', y: 48, size: 0.7, counterchanged: true },
  f: { area: 'M0 48H100V100H0Z', y: 48, size: 0.7, counterchanged: true },
  b: { area: 'M4 0L100 96V100H0V0Z', y: 48, size: 0.7, counterchanged: true },
  q: { area: 'M50 0H100V48H50ZM0 48H50V100H0Z', y: 48, size: 0.7, counterchanged: true },
  v: { area: 'M0 100V82L50 36L100 82V100Z', y: 48, size: 0.7, counterchanged: true },
  c: { area: 'M0 0H100V29H0Z', y: 59, size: 0.56 },
  o: { area: '', y: 47, size: 0.52, border: true },
}

export const metals: Readonly<Record<string, string>> = { o: '#dcae3a', a: '#f1ede2' }
export const colors: Readonly<Record<string, string>> = {
  g: '#b02e2e',
  b: '#2b5c9e',
  v: '#33754a',
  s: '#2d2a30',
  p: '#71488f',
}
export const tinctures: Readonly<Record<string, string>> = { ...metals, ...colors }

const seats = around(8, 40)
/** Five petals, as arcs between the points where they meet. */
const rose = `M${around(10, 26)
  .filter((_, i) => i % 2 === 1)
  .map(({ x, y }) => `${x} ${y}`)
  .join('A19.5 19.5 0 1 1 ')}A19.5 19.5 0 1 1 ${around(10, 26)[1]?.x} ${around(10, 26)[1]?.y}Z`

export const charges: Readonly<Record<string, string>> = {
  n: `M32 92H80C84 68 82 46 72 30C66 21 59 17 52 16L45 5L39 18C30 24 25 33 20 44L9 60C6 67 10 73 17 72L30 67C35 65 40 66 44 63C42 73 32 78 32 92Z${hole(44, 36, 5)}`,
  r: 'M18 10H34V22H42V10H58V22H66V10H82V38L71 46V74L82 82V92H58V74A8 8 0 0 0 42 74V92H18V82L29 74V46L18 38Z',
  x: 'M36 8H64L57 43L92 36V64L57 57L64 92H36L43 57L8 64V36L43 43Z',
  s: star(5, 48, 19, 53),
  l: 'M50 4C62 18 67 32 59 48L56 56H44L41 48C33 32 38 18 50 4ZM40 56C39 40 30 28 18 30C5 32 4 50 14 56C20 59 27 55 25 48C31 48 32 53 32 56ZM60 56C61 40 70 28 82 30C95 32 96 50 86 56C80 59 73 55 75 48C69 48 68 53 68 56ZM28 57H72V67H28ZM43 67C42 78 38 84 30 88C41 88 47 91 50 97C53 91 59 88 70 88C62 84 58 78 57 67Z',
  c: `M12 34L30 50L50 24L70 50L88 34L81 74H19ZM19 78H81V90H19Z${dot(12, 30, 7)}${dot(50, 19, 8)}${dot(88, 30, 7)}`,
  w: `M42 18L50 3L58 18V58H42ZM26 58H74V68H26ZM44 68H56V84H44Z${dot(50, 89, 9)}`,
  t: `M43 60H57V78L70 92H30L43 78Z${dot(50, 28, 23)}${dot(29, 48, 19)}${dot(71, 48, 19)}${dot(50, 54, 16)}`,
  m: 'M70 14A42 42 0 1 0 70 86A38 38 0 0 1 70 14Z',
  u: star(12, 48, 29),
  k: `M42 40H58V94H42ZM58 62H80V74H58ZM58 80H74V92H58Z${dot(50, 24, 22)}${hole(50, 24, 9)}`,
  o: `${rose}${hole(50, 50, 14)}${dot(50, 50, 8)}`,
  g: 'M20 8H80C80 40 69 52 57 56V74C67 76 74 83 74 92H26C26 83 33 76 43 74V56C31 52 20 40 20 8Z',
  d: `${dot(50, 50, 28)}${hole(50, 50, 17)}${seats.map(({ x, y }) => dot(x, y, 8.5)).join('')}`,
  a: 'M50 96L14 18C28 30 36 34 42 34V6H58V34C64 34 72 30 86 18Z',
  h: 'M50 92C20 68 8 52 8 34C8 20 18 10 30 10C40 10 47 16 50 25C53 16 60 10 70 10C82 10 92 20 92 34C92 52 80 68 50 92Z',
}

/** All pairs of tinctures that follow the rule of tincture: metal on colour, and colour on metal. */
export const pairs: readonly string[] = [
  ...Object.keys(metals).flatMap((metal) => Object.keys(colors).map((color) => metal + color)),
  ...Object.keys(colors).flatMap((color) => Object.keys(metals).map((metal) => color + metal)),
]

export function readArms(code: string): Arms {
  const [shield = '', division = '', field = '', other = '', charge = ''] = code
  return { shield, division, field, other, charge }
}

/** armsOf returns the coat of arms of a person who has not chosen one. It depends on the ID alone. */
export function armsOf(id: string): string {
  let hash = 0x811c9dc5
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return composed((n) => {
    const rest = hash % n
    hash = Math.floor(hash / n)
    return rest
  })
}

/** drawnByLot returns any coat of arms. */
export function drawnByLot(): string {
  return composed((n) => Math.floor(Math.random() * n))
}

/** composed returns a coat of arms; `choose` returns a number below n. */
function composed(choose: (n: number) => number): string {
  return [Object.keys(shields), Object.keys(divisions), pairs, Object.keys(charges)]
    .map((list) => list[choose(list.length)])
    .join('')
}
