import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually, openInProcess, query } from './database-process.ts'
import { makeScratch, type Scratch } from './scratch.ts'

let scratch: Scratch
beforeEach(async () => {
  scratch = await makeScratch()
})
afterEach(() => scratch.cleanUp())

const open = (purpose: 'serve' | 'command') => scratch.track(openInProcess(scratch, purpose))

test('a second serve is refused and told by whom, and the first goes on', async () => {
  const first = open('serve')
  const opened = await first.opened()
  const { refused } = await open('serve').outcome()
  expect(refused?.name).toBe('DataDirectoryInUseError')
  const expected = `^${scratch.dataDir} is in use by process ${first.pid} since 20[-0-9]+T[0-9:.]+Z; stop it or choose another DATA_DIR$`
  expect(refused?.message).toMatch(new RegExp(expected))
  expect(await query(opened, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a command attaches to a running serve and leaves it running', async () => {
  const serve = open('serve')
  const opened = await serve.opened()
  const command = open('command')
  expect(await command.opened()).toEqual({ ...opened, ownedByThisProcess: false })
  await command.stop()
  expect(await query(opened, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a command that comes while serve is starting waits and attaches', async () => {
  const serve = open('serve')
  await expect.poll(() => readdir(scratch.dataDir).catch(() => []), { interval: 5 }).not.toEqual([])
  expect((await open('command').opened()).ownedByThisProcess).toBe(false)
  await serve.opened()
})

test('a serve waits for a command to end', async () => {
  const command = open('command')
  await command.opened()
  const serve = open('serve')
  await eventually(() => expect(serve.logged.join()).toContain(`waiting for process ${command.pid}`))
  await command.stop()
  expect((await serve.opened()).ownedByThisProcess).toBe(true)
})

test('nobody waits for ever: beside a long command another attaches and a serve is refused', async () => {
  const long = open('command')
  await long.opened()
  const [command, serve] = await Promise.all([open('command').outcome(), open('serve').outcome()])
  expect(command.opened?.ownedByThisProcess).toBe(false)
  expect(serve.refused?.message).toContain(`is in use by process ${long.pid} since`)
})

test('a serve that comes while another is stopping takes its place', async () => {
  const first = open('serve')
  await query(await first.opened(), 'select 1')
  const ending = first.stop()
  const holder = join(dirname((await first.opened()).socketDirectory), 'postgres.holder.json')
  await expect.poll(() => readFile(holder, 'utf8').catch(() => 'stopping'), { interval: 1 }).toContain('stopping')
  expect((await open('serve').opened()).ownedByThisProcess).toBe(true)
  await ending
})

test('of five that start at once on an empty directory exactly one serves', async () => {
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => open('serve').outcome()))
  expect(outcomes.filter(({ opened }) => opened?.ownedByThisProcess)).toHaveLength(1)
  const refusals = outcomes.flatMap(({ refused }) => (refused ? [refused] : []))
  expect(refusals.map(({ name }) => name)).toEqual(Array(4).fill('DataDirectoryInUseError'))
  for (const { message } of refusals) expect(message).toMatch(/is in use by process \d+ since/)
})

test('of five that start at once after kill -9 exactly one serves', async () => {
  const first = open('serve')
  await query(await first.opened(), 'create table kept as select 7 as n')
  await first.kill('SIGKILL')
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => open('serve').outcome()))
  const served = outcomes.flatMap(({ opened }) => (opened ? [opened] : []))
  expect(served).toHaveLength(1)
  expect(served[0] && (await query(served[0], 'select n from kept'))).toEqual([{ n: 7 }])
})

test('what a killed holder wrote down does not matter, nor that its pid is taken again', async () => {
  const first = open('serve')
  const holder = join(dirname((await first.opened()).socketDirectory), 'postgres.holder.json')
  await first.kill('SIGKILL')
  const told = JSON.parse(await readFile(holder, 'utf8'))
  await writeFile(holder, JSON.stringify({ ...told, pid: process.pid }))
  expect((await open('serve').opened()).ownedByThisProcess).toBe(true)
})
