/** `npm run test:room <room>…`: runs the test files that concern these rooms (rooms.ts), and what else Vitest is told after `--`. */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { isOf, rooms } from './rooms.ts'

type Room = keyof typeof rooms

const words = process.argv.slice(2)
const asked = words.filter((word): word is Room => word in rooms)
const unknown = words.filter((word) => !(word in rooms) && !word.startsWith('-'))
if (asked.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) console.error(`no room: ${unknown.join(', ')}`)
  console.error(`rooms: ${Object.keys(rooms).join(', ')}`)
  process.exit(2)
}
const files = globSync('**/*.test.ts', { cwd: 'test' }).filter((file) =>
  asked.some((room) => isOf(room, `/${file}`)),
)
const options = words.filter((word) => word.startsWith('-'))
const { status } = spawnSync('vitest', ['run', ...options, ...files.map((file) => `test/${file}`)], {
  stdio: 'inherit',
})
process.exitCode = status ?? 1
