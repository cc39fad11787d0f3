import { describe, expect, it } from 'vitest'
import { createKept } from '../../src/lib/kept.ts'

/** Reads that end when they are told to, counted. */
function slowReads() {
  const reads: { end: (value: string) => void; fail: (error: Error) => void }[] = []
  const load = () => new Promise<string>((end, fail) => reads.push({ end, fail }))
  return { reads, load }
}

const keepAll = { most: 10, isWorthKeeping: () => true }

describe('what is kept', () => {
  it('is read once for all who ask before it has come, and by nobody after', async () => {
    const { reads, load } = slowReads()
    const kept = createKept(keepAll)
    // Seen red when the value was kept only once it had come: twenty reads.
    const answers = Array.from({ length: 20 }, () => kept.read('a', load))
    reads[0]?.end('x')
    expect(await Promise.all(answers)).toEqual(Array(20).fill('x'))
    expect(await kept.read('a', load)).toBe('x')
    expect(reads.length).toBe(1)
  })

  it('is not what was on its way when all was forgotten', async () => {
    const { reads, load } = slowReads()
    const kept = createKept(keepAll)
    const before = kept.read('a', load)
    kept.clear()
    const after = kept.read('a', load)
    reads[1]?.end('new')
    reads[0]?.end('old')
    expect([await before, await after, await kept.read('a', load)]).toEqual(['old', 'new', 'new'])
    expect(reads.length).toBe(2)
  })

  it('stays when what was on its way before fails', async () => {
    const { reads, load } = slowReads()
    const kept = createKept(keepAll)
    const before = kept.read('a', load)
    kept.clear()
    const after = kept.read('a', load)
    reads[0]?.fail(new Error('away'))
    await expect(before).rejects.toThrow('away')
    reads[1]?.end('new')
    expect([await after, await kept.read('a', load), reads.length]).toEqual(['new', 'new', 2])
  })

  it('is no failure, and nothing that is not worth it', async () => {
    const { reads, load } = slowReads()
    const kept = createKept({ most: 10, isWorthKeeping: (value: string) => value !== '' })
    const failed = kept.read('a', load)
    reads[0]?.fail(new Error('away'))
    await expect(failed).rejects.toThrow('away')
    const empty = kept.read('a', load)
    reads[1]?.end('')
    expect(await empty).toBe('')
    const third = kept.read('a', load)
    reads[2]?.end('x')
    expect([await third, await kept.read('a', load), reads.length]).toEqual(['x', 'x', 3])
  })

  it('is never more than as much as it may be', async () => {
    const { reads, load } = slowReads()
    const kept = createKept({ most: 1, isWorthKeeping: () => true })
    const [first, second] = [kept.read('a', load), kept.read('b', load)]
    for (const read of reads) read.end('x')
    await Promise.all([first, second])
    void kept.read('a', load)
    void kept.read('b', load)
    expect(reads.length).toBe(3)
  })
})
