import { globSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isOf, rooms } from '../../scripts/rooms.ts'

const names = Object.keys(rooms) as (keyof typeof rooms)[]
const files = globSync('**/*.test.ts', { cwd: 'test' }).map((file) => `/${file}`)

/** `npm run test:room` would miss it. Seen red with a word of a room left out. */
it('every test file is of a room', () => {
  expect(files.filter((file) => !names.some((room) => isOf(room, file)))).toEqual([])
})

it('every noun has a room, and every word of a room a test file', () => {
  const nouns = readdirSync('src/features').filter((name) => !name.includes('.'))
  expect(nouns.filter((noun) => !(noun in rooms))).toEqual([])
  const words = names.flatMap((room) => [...rooms[room]])
  expect(words.filter((word) => !files.some((file) => file.includes(word)))).toEqual([])
})
