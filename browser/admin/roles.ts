export const roles = ['user', 'moderator', 'administrator'] as const

export type Role = (typeof roles)[number]
