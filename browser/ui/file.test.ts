import { expect, test } from 'vitest'
import { fileText } from './file.ts'

test('files are UTF-8 or Windows-1252', async () => {
  expect(await fileText(new Blob([new Uint8Array([0x4d, 0xfc, 0x0d, 0x0a])]))).toBe('Mü\n')
  expect(await fileText(new Blob(['Mü\r']))).toBe('Mü\n')
})
