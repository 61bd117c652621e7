import { expect, test } from 'vitest'
import { type Route, readPath } from './route.svelte.ts'

test.each<[string, Route]>([
  ['/', { page: 'home' }],
  ['/pieces', { page: 'pieces' }],
  ['/pieces/lord-chancellor', { page: 'piece', kind: 'lord-chancellor' }],
  ['/pieces/7', { page: 'missing' }],
  ['/men/knight', { page: 'missing' }],
  ['/men', { page: 'pieces' }],
  ['/wotn', { page: 'table', game: 'wotn', id: '' }],
  ['/lancelot/', { page: 'table', game: 'lancelot', id: '' }],
  ['/lancelot/k3w9', { page: 'table', game: 'lancelot', id: 'k3w9' }],
  ['/wotn/new', { page: 'new', game: 'wotn' }],
  ['/lancelot/paste', { page: 'paste', game: 'lancelot' }],
  ['/rules/wotn', { page: 'rules', game: 'wotn' }],
  ['/settings', { page: 'settings' }],
  ['/play', { page: 'lobby' }],
  ['/play/new', { page: 'new-table' }],
  ['/match/Zt_3-x', { page: 'match', id: 'Zt_3-x', number: 0 }],
  ['/match/Zt_3-x/2', { page: 'match', id: 'Zt_3-x', number: 2 }],
  ['/match/Zt_3-x/2/', { page: 'match', id: 'Zt_3-x', number: 2 }],
  ['/match/Zt_3-x/last', { page: 'missing' }],
  ['/match/Zt_3-x/2/3', { page: 'missing' }],
  ['/match', { page: 'missing' }],
  ['/account', { page: 'account' }],
  ['/account/x', { page: 'missing' }],
  ['/people/Zt_3-x', { page: 'person', id: 'Zt_3-x' }],
  ['/people', { page: 'missing' }],
  ['/play/other', { page: 'missing' }],
  ['/rules', { page: 'missing' }],
  ['/rules/chess', { page: 'missing' }],
  ['/wotn/new/more', { page: 'missing' }],
  ['/wotn/..%2f', { page: 'missing' }],
  ['/elsewhere', { page: 'missing' }],
])('%s', (path, route) => {
  expect(readPath(path)).toEqual(route)
})
