import { describe, expect, it } from 'vitest'
import { progressText, showTrafficProgress } from './progress.ts'

describe('progress', () => {
  it.each([
    [{ read: 5e6, records: 100, total: undefined, milliseconds: 2000 }, 'checking  5.0 MB  100 records  50 records/s'],
    [{ read: 0, records: 0, total: 1e9, milliseconds: 0 }, 'checking  0.0 of 1000 MB (0 %)'],
    [
      { read: 25e7, records: 5000, total: 1e9, milliseconds: 10_000 },
      'checking  250 of 1000 MB (25 %)  500 records/s  30 s left',
    ],
    [{ read: 0, records: 0, total: 0, milliseconds: 5000 }, 'checking  0.0 MB  0 records  0 records/s'],
  ])('%j is %s', (facts, text) => expect(progressText(facts)).toBe(text))

  it('is shown at most four times per second on a terminal, and removed at the end', () => {
    const shown: string[] = []
    let now = 0
    const progressLine = { show: (text: string) => void shown.push(text), clear: () => void shown.push('-') }
    // The members of the shell that it uses.
    const progress = showTrafficProgress({ progressLine, clock: () => now } as unknown as Parameters<
      typeof showTrafficProgress
    >[0])
    progress?.total(100e6)
    for (now = 0; now <= 1000; now += 50) progress?.read(1e6, 10)
    progress?.end()
    expect(shown).toEqual([
      'checking  1.0 of 100 MB (1 %)',
      'checking  6.0 of 100 MB (6 %)  240 records/s',
      'checking  11 of 100 MB (11 %)  220 records/s',
      'checking  16 of 100 MB (16 %)  213 records/s',
      'checking  21 of 100 MB (21 %)  210 records/s',
      '-',
    ])
    const none = { clock: () => now } as unknown as Parameters<typeof showTrafficProgress>[0]
    expect(showTrafficProgress(none)).toBeUndefined()
  })
})
