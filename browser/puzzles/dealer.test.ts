import { expect, test } from 'vitest'
import { Refused, Unreachable } from '../server/api.ts'
import { answered } from './dealer.ts'

const refused = (code: string) => () => Promise.reject(new Refused({ code, message: '' }))

test('only a missing connection lets the collection deal; other refusals are shown', async () => {
  expect(await answered(() => Promise.reject(new Unreachable('offline')))).toBeUndefined()
  expect(await answered(refused('no-puzzle'))).toEqual({ puzzle: undefined, offline: false })
  await expect(answered(refused('rate-limit'))).rejects.toThrow(Refused)
})
