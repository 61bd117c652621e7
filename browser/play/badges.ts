import type { BadgeCode } from '../rules/contract.ts'
import { gameOf, isBadge, keptBadges } from '../saved/badges.ts'
import type { Solved } from '../saved/merge.ts'
import type { Badge } from '../server/api.ts'

/** A badge to show. */
export interface ShownBadge {
  code: BadgeCode
  /** The address of the position, or '' if it is not known here. */
  href: string
  /** It was earned against the computer on this page, and not online. */
  local: boolean
}

/** onlineBadges returns the badges of a person as the server has them. Those that only a later build knows are left out. */
export function onlineBadges(list: readonly Badge[]): ShownBadge[] {
  return list.flatMap(({ code, match, game, ply }) => {
    if (!isBadge(code)) return []
    const href = match ? `analysis/${gameOf(code)}#match=${match}&number=${game}&ply=${ply}` : ''
    return [{ code, href, local: false }]
  })
}

/** localBadges returns the badges of games against the computer. `has` says which games are saved in this browser. */
export function localBadges(solved: Readonly<Record<string, Solved>>, has: (id: string) => boolean): ShownBadge[] {
  const all = new Map<BadgeCode, ShownBadge>()
  for (const { code, id, ply } of keptBadges(solved)) {
    const href = has(id) ? `analysis/${gameOf(code)}#game=${id}&ply=${ply}` : ''
    if (!all.get(code)?.href) all.set(code, { code, href, local: true })
  }
  return [...all.values()]
}

/** allBadges returns the badges of games online, and the others of games against the computer. */
export function allBadges(online: readonly ShownBadge[], local: readonly ShownBadge[]): ShownBadge[] {
  return [...online, ...local.filter(({ code }) => online.every((other) => other.code !== code))]
}
