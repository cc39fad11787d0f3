/** `npm run test:room -- <room>… [options]`: runs the test files that concern these rooms (rooms.ts); Vitest gets the options. */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { isOf, rooms } from './rooms.ts'

type Room = keyof typeof rooms

const words = process.argv.slice(2)
const first = words.findIndex((word) => word.startsWith('-'))
const [asked, options] = first === -1 ? [words, []] : [words.slice(0, first), words.slice(first)]
const isRoom = (word: string): word is Room => word in rooms
const unknown = asked.filter((word) => !isRoom(word))
if (asked.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) console.error(`no room: ${unknown.join(', ')}`)
  console.error(`rooms: ${Object.keys(rooms).join(', ')}`)
  process.exit(2)
}
const files = globSync('**/*.test.ts', { cwd: 'test' }).filter((file) =>
  asked.filter(isRoom).some((room) => isOf(room, `/${file}`)),
)
const { status } = spawnSync('vitest', ['run', ...options, ...files.map((file) => `test/${file}`)], {
  stdio: 'inherit',
})
process.exitCode = status ?? 1
