import type { Options } from '../ui/settings.svelte.ts'

/** The drawings that diagrams use, by the set of pieces. */
export const sprites: Readonly<Record<Options['pieces'], () => Promise<{ default: string }>>> = {
  standing: () => import('diagram-sprite:standing'),
  framed: () => import('diagram-sprite:framed'),
}
