/**
 * Portraits of the computer opponents, on 100 × 100: a face in front of a coat of arms, within the shield of Lancelot's
 * stones. A portrait is a list of shapes, drawn in order. faces has one for each playing level.
 */
import { ordinaries, shield } from './stones.ts'

/** A path with its colors. Without a fill it is a line. */
export interface Shape {
  d: string
  fill?: string
  stroke?: string
  /** The width of the line. */
  width?: number
}

const tinctures = {
  gold: '#d9a72e',
  silver: '#e6e0d2',
  red: '#a83232',
  blue: '#2f5f9e',
  green: '#3d7a4a',
  purple: '#6d4a8c',
  black: '#2d2a30',
  brown: '#7d5a3c',
  steel: '#9aa4ad',
  ink: '#2a2320',
} as const
const { gold, silver, red, blue, green, purple, black, brown, steel, ink } = tinctures

const skins = { light: '#f0c9a6', tan: '#d9a177', dark: '#8a5a3c', pale: '#f3dccb' } as const

const [cross = '', bend = '', chevron = '', pale = '', saltire = ''] = ordinaries

/** dot returns the path of a circle. */
function dot(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
}

/** star returns the path of a star with five points. */
function star(x: number, y: number, r: number): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const [size, angle] = [i % 2 === 0 ? r : r * 0.42, (Math.PI * i) / 5 - Math.PI / 2]
    return `${(x + size * Math.cos(angle)).toFixed(1)} ${(y + size * Math.sin(angle)).toFixed(1)}`
  })
  return `M${points.join('L')}Z`
}

/** Divisions and charges of a coat of arms that are not among the ordinaries. */
const halves = 'M50 7H90V48C90 72 74 87 50 96Z'
const diagonal = 'M10 7H90L22 79C14 70 10 60 10 48Z'
const bars = 'M10 23H90V38H10ZM11 54H89Q88 62 84 68H16Q12 62 11 54Z'
const chequers = Array.from({ length: 18 }, (_, i) => {
  const [row, column] = [Math.floor(i / 3), (i % 3) * 2]
  return `M${10 + 13.4 * (column + (row % 2))} ${7 + 15 * row}h13.4v15h-13.4Z`
}).join('')
const stars = [star(22, 22, 7), star(79, 20, 6), star(84, 46, 5), star(17, 50, 5)].join('')

const hair = {
  short: 'M27 48C24 26 35 16 50 16C65 16 76 26 73 48C73 54 71 57 69 59H31C29 57 27 54 27 48Z',
  long: 'M26 44C24 24 35 16 50 16C65 16 76 24 74 44C75 60 79 70 80 82H20C21 70 25 60 26 44Z',
} as const

const fringes = {
  swept: 'M31 43C29 27 38 19 50 19C62 19 71 27 69 43C66 34 60 31 50 33C42 34 35 35 31 43Z',
  parted: 'M30 48C28 28 38 18 50 18C62 18 72 28 70 48C68 40 60 35 50 26C40 35 32 40 30 48Z',
  bowl: 'M28 47C26 24 38 16 50 16C62 16 74 24 72 47L66 38H34Z',
  tousled:
    'M29 44L26 34L33 33L30 23L40 26L42 15L51 23L60 14L62 25L71 22L68 33L75 34L71 44C68 37 62 36 58 38L54 32L48 38L43 33L38 38C34 38 31 40 29 44Z',
} as const

const beards = {
  full: 'M31 47C32 54 36 56 42 56C46 53 54 53 58 56C64 56 68 54 69 47C71 64 62 79 50 79C38 79 29 64 31 47Z',
  long: 'M31 47C33 54 37 56 43 56C47 53 53 53 57 56C63 56 67 54 69 47C73 66 63 84 50 95C37 84 27 66 31 47Z',
  moustache: 'M50 54C45 51 38 53 34 59C41 62 48 60 50 57C52 60 59 62 66 59C62 53 55 51 50 54Z',
  goatee: 'M43 63C47 60.5 53 60.5 57 63C57 70 54 75 50 76C46 75 43 70 43 63Z',
} as const

const brows = {
  raised: 'M36 38Q42 33 47 37M53 37Q58 33 64 38',
  calm: 'M37 39Q42 36.5 47 39M53 39Q58 36.5 63 39',
  stern: 'M36 36.500L47 40.500M64 36.500L53 40.5',
  worried: 'M36 40Q41 38 47 35.500M64 40Q59 38 53 35.5',
} as const

const mouths = {
  smile: 'M43 58.500Q50 64 57 58.5',
  grin: 'M41 57Q50 68 59 57Z',
  smirk: 'M44 60Q52 62.5 58 57',
  flat: 'M44 60H56',
  open: dot(50, 60.5, 2.8),
} as const

type Color = string

/** The description of a portrait. */
interface Face {
  field: Color
  charge?: readonly [path: string, color: Color]
  skin: keyof typeof skins
  cloth: Color
  hair?: readonly [style: keyof typeof hair, color: Color]
  fringe?: readonly [style: keyof typeof fringes, color: Color]
  beard?: readonly [style: keyof typeof beards, color: Color]
  brow: keyof typeof brows
  mouth: keyof typeof mouths
  /** Half-closed eyes, or eyes under slanting lids. */
  eyes?: 'sleepy' | 'narrow'
  rosy?: boolean
  /** Behind the head, and in front of it. */
  behind?: readonly Shape[]
  before?: readonly Shape[]
}

const line = (d: string, stroke: Color = ink, width = 2.2): Shape => ({ d, stroke, width })
/** A shape with a thin outline. */
const solid = (d: string, fill: Color): Shape => ({ d, fill, stroke: ink, width: 1.8 })

const bells = (places: readonly (readonly [number, number])[]) => places.map(([x, y]) => solid(dot(x, y, 3.6), gold))

const jesterCap = [
  solid('M50 34C46 14 26 6 14 20C22 20 27 28 28 42C36 36 43 34 50 34Z', red),
  solid('M50 34C54 14 74 6 86 20C78 20 73 28 72 42C64 36 57 34 50 34Z', gold),
  solid('M40 35C40 20 46 12 50 9C54 12 60 20 60 35C54 33 46 33 40 35Z', blue),
  ...bells([
    [14, 22],
    [86, 22],
    [50, 11],
  ]),
]

const garland = [
  line('M30 37Q50 24 70 37', green, 3),
  ...(
    [
      [31, 36, gold],
      [40, 31, silver],
      [50, 29.5, red],
      [60, 31, silver],
      [69, 36, gold],
    ] as const
  ).map(([x, y, color]) => solid(dot(x, y, 3.8), color)),
]

const coif = [
  solid('M28 47C25 24 37 15 50 15C63 15 75 24 72 47C68 36 60 31 50 31C40 31 32 36 28 47Z', silver),
  line('M29 47C30 60 38 69 50 71C62 69 70 60 71 47', silver, 3),
]

const featheredHat = [
  solid('M66 24C76 20 83 14 85 8C91 18 84 30 67 31Z', silver),
  solid('M31 33C31 14 66 11 70 33C58 28 42 28 31 33Z', green),
  solid('M22 37C34 25 68 25 79 35L74 39C60 32 42 32 28 40Z', '#2f5f3a'),
]

const cowlBack = solid('M20 92C17 40 27 10 50 10C73 10 83 40 80 92Z', brown)
const cowlFront = solid(
  'M22 84C20 40 29 11 50 11C71 11 80 40 78 84C72 72 72 60 70 46C68 32 60 25 50 25C40 25 32 32 30 46C28 60 28 72 22 84Z',
  brown,
)

const wimple = (cloth: Color, veil: Color) => ({
  behind: [solid('M20 92C18 58 20 13 50 13C80 13 82 58 80 92Z', veil)],
  before: [
    solid(
      'M29 50C28 29 38 19 50 19C62 19 72 29 71 50C72 64 74 78 70 86H30C26 78 28 64 29 50ZM34 44C34 58 40 67 50 67C60 67 66 58 66 44C65 35 59 31 50 31C41 31 35 35 34 44Z',
      cloth,
    ),
  ],
})

const mail = [
  ...wimple(steel, steel).before,
  line('M31 36Q50 22 69 36M30 70Q50 82 70 70M31 78Q50 90 69 78', '#6d7780', 1.6),
]

const helm = (nasal: boolean): Shape[] => [
  solid(
    'M27 45C25 23 37 12 50 11C63 12 75 23 73 45L69 62C66 58 66 48 65 41C60 35 40 35 35 41C34 48 34 58 31 62Z',
    steel,
  ),
  line('M29 37Q50 25 71 37', '#6d7780', 3),
  ...(nasal ? [solid('M46.5 30H53.500L52.5 54H47.500Z', steel)] : []),
]

const circlet = (metal: Color, gem: Color) => [
  solid('M29 39C37 30 63 30 71 39L70 44C61 36 39 36 30 44Z', metal),
  solid(dot(50, 34.5, 3.6), gem),
]

const turban = [
  solid('M27 42C20 24 36 11 52 12C70 13 80 27 73 42C62 31 40 31 27 42Z', silver),
  line('M30 38C36 24 52 18 66 17M37 35C46 28 60 25 73 28', '#a59c86', 1.8),
  solid(dot(50, 31, 4), red),
]

const crown = [
  solid('M30 39L25 14L38 24L50 9L62 24L75 14L70 39C60 33 40 33 30 39Z', gold),
  ...[
    [36, 32, red],
    [50, 29, blue],
    [64, 32, red],
  ].map(([x, y, color]) => solid(dot(Number(x), Number(y), 2.8), String(color))),
]

const darkHood = {
  behind: [solid('M18 92C14 40 26 9 50 9C74 9 86 40 82 92Z', '#3a2a4c')],
  before: [
    solid(
      'M19 88C17 38 27 9 50 9C73 9 83 38 81 88C74 74 73 58 71 46C68 33 60 27 50 24C40 27 32 33 29 46C27 58 26 74 19 88Z',
      '#4a3562',
    ),
    // A crescent.
    solid('M46 12A7 7 0 1 0 56 18A6 6 0 0 1 46 12Z', silver),
  ],
}

const pointedHat = [
  solid('M29 37C38 26 40 14 59 7C61 18 66 28 71 37C58 31 42 31 29 37Z', blue),
  solid('M14 41C32 27 68 27 86 41C66 34 34 34 14 41Z', '#24497a'),
  { d: star(52, 22, 5), fill: gold },
]

const freckles: Shape = {
  d: [36, 40, 60, 64].map((x, i) => dot(x, i % 3 === 0 ? 52 : 54, 0.9)).join(''),
  fill: '#b5673f',
}

/** The faces by the code of the playing level. */
const described: Readonly<Record<number, Face>> = {
  1: {
    field: green,
    charge: [bend, silver],
    skin: 'pale',
    cloth: steel,
    hair: ['short', '#c9c4ba'],
    beard: ['moustache', '#d8d3c8'],
    brow: 'raised',
    mouth: 'flat',
    before: helm(false),
  },
  2: {
    field: gold,
    charge: [bars, red],
    skin: 'tan',
    cloth: red,
    hair: ['short', '#4c3524'],
    fringe: ['bowl', '#5b402b'],
    brow: 'worried',
    mouth: 'smile',
  },
  3: {
    field: blue,
    charge: [pale, silver],
    skin: 'light',
    cloth: blue,
    beard: ['moustache', '#6b4326'],
    brow: 'stern',
    mouth: 'flat',
    ...wimple(steel, steel),
    before: mail,
  },
  4: {
    field: red,
    charge: [chevron, gold],
    skin: 'light',
    cloth: steel,
    hair: ['short', '#d8b25a'],
    fringe: ['swept', '#d8b25a'],
    brow: 'calm',
    mouth: 'smile',
    before: helm(false),
  },
  5: {
    field: green,
    charge: [cross, gold],
    skin: 'light',
    cloth: green,
    hair: ['long', '#5e3f26'],
    fringe: ['parted', '#6e4b2e'],
    beard: ['goatee', '#5e3f26'],
    brow: 'calm',
    mouth: 'smile',
    before: circlet(silver, green),
  },
  6: {
    field: silver,
    charge: [chequers, black],
    skin: 'dark',
    cloth: purple,
    beard: ['full', '#1f1a1a'],
    brow: 'stern',
    mouth: 'flat',
    before: turban,
  },
  7: {
    field: purple,
    charge: [bend, gold],
    skin: 'light',
    cloth: purple,
    hair: ['short', '#9c4a22'],
    beard: ['full', '#a85428'],
    brow: 'calm',
    mouth: 'smile',
    before: helm(true),
  },
  8: {
    field: blue,
    charge: [halves, gold],
    skin: 'pale',
    cloth: blue,
    hair: ['long', '#3c2a20'],
    fringe: ['parted', '#4a3426'],
    brow: 'calm',
    mouth: 'flat',
    before: crown,
  },
  9: {
    field: black,
    charge: [saltire, purple],
    skin: 'pale',
    cloth: '#3a2a4c',
    fringe: ['parted', '#1e1820'],
    brow: 'stern',
    mouth: 'smirk',
    eyes: 'narrow',
    ...darkHood,
  },
  10: {
    field: '#22375c',
    charge: [stars, gold],
    skin: 'light',
    cloth: blue,
    hair: ['long', '#e4e2dd'],
    beard: ['long', '#efede8'],
    brow: 'raised',
    mouth: 'smile',
    before: pointedHat,
  },
  11: {
    field: silver,
    charge: [halves, purple],
    skin: 'light',
    cloth: red,
    brow: 'raised',
    mouth: 'grin',
    rosy: true,
    before: jesterCap,
  },
  12: {
    field: green,
    charge: [chevron, silver],
    skin: 'pale',
    cloth: silver,
    hair: ['long', '#d9b04f'],
    fringe: ['parted', '#e3be63'],
    brow: 'calm',
    mouth: 'smile',
    eyes: 'sleepy',
    rosy: true,
    before: garland,
  },
  13: {
    field: gold,
    charge: [diagonal, brown],
    skin: 'tan',
    cloth: brown,
    hair: ['short', '#3f2c1e'],
    beard: ['moustache', '#3f2c1e'],
    brow: 'worried',
    mouth: 'flat',
    rosy: true,
    before: coif,
  },
  14: {
    field: blue,
    charge: [diagonal, silver],
    skin: 'light',
    cloth: green,
    hair: ['long', '#a8481f'],
    fringe: ['swept', '#b85426'],
    brow: 'raised',
    mouth: 'smirk',
    before: featheredHat,
  },
  15: {
    field: red,
    charge: [bend, silver],
    skin: 'light',
    cloth: blue,
    hair: ['short', '#8a5a2c'],
    fringe: ['tousled', '#9a6632'],
    brow: 'raised',
    mouth: 'open',
    before: [freckles],
  },
  16: {
    field: silver,
    charge: [cross, red],
    skin: 'tan',
    cloth: brown,
    beard: ['long', '#bdb6aa'],
    brow: 'calm',
    mouth: 'flat',
    eyes: 'sleepy',
    behind: [cowlBack],
    before: [cowlFront],
  },
  17: {
    field: gold,
    charge: [saltire, black],
    skin: 'dark',
    cloth: red,
    brow: 'calm',
    mouth: 'smile',
    ...wimple(silver, '#c9bfa8'),
  },
}

function draw(face: Face): readonly Shape[] {
  const skin = skins[face.skin]
  const shapes: Shape[] = [{ d: shield, fill: face.field }]
  if (face.charge) shapes.push({ d: face.charge[0], fill: face.charge[1] })
  if (face.behind) shapes.push(...face.behind)
  if (face.hair) shapes.push(solid(hair[face.hair[0]], face.hair[1]))
  shapes.push(solid('M12 100C12 84 30 76 42 73H58C70 76 88 84 88 100Z', face.cloth))
  shapes.push(solid('M42 60H58V73Q50 82 42 73Z', skin))
  if (!face.behind) shapes.push(solid(`${dot(30.5, 48, 4.2)}${dot(69.5, 48, 4.2)}`, skin))
  shapes.push(solid('M31 44C31 30 38 22 50 22C62 22 69 30 69 44C69 58 61 69 50 69C39 69 31 58 31 44Z', skin))
  if (face.rosy) shapes.push({ d: `${dot(37, 54, 3.4)}${dot(63, 54, 3.4)}`, fill: '#d9705a66' })
  shapes.push({ d: `${dot(42, 46, 2.7)}${dot(58, 46, 2.7)}`, fill: ink })
  if (face.eyes === 'sleepy')
    shapes.push({ d: 'M38 42H47V46H38ZM53 42H62V46H53Z', fill: skin }, line('M38 46H46.500M53.5 46H62'))
  if (face.eyes === 'narrow') shapes.push({ d: 'M38 42L47 44.500V46L38 44ZM62 42L53 44.500V46L62 44Z', fill: ink })
  if (face.beard) shapes.push(solid(beards[face.beard[0]], face.beard[1]))
  shapes.push(line('M50 47Q53 52 49 54', ink, 1.8))
  const mouth = mouths[face.mouth]
  shapes.push(
    mouth.endsWith('Z')
      ? { d: mouth, fill: '#6b2320' }
      : line(mouth, face.beard?.[0] === 'full' ? '#e9c9b0' : ink, 2.4),
  )
  shapes.push(line(brows[face.brow], ink, 2.6))
  if (face.fringe) shapes.push(solid(fringes[face.fringe[0]], face.fringe[1]))
  if (face.before) shapes.push(...face.before)
  return shapes
}

export { shield }

/** The portraits by the code of the playing level. */
export const faces: ReadonlyMap<number, readonly Shape[]> = new Map(
  Object.entries(described).map(([level, face]) => [Number(level), draw(face)]),
)
