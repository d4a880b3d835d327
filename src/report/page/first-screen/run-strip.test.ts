import { expect, it } from 'vitest'
import type { TrendPoint } from '../../../model/report.ts'
import { outcomeWords, runLook } from './run-strip.tsx'

it.each<readonly [parts: Partial<TrendPoint>, look: string, words: string]>([
  [{ outcome: 'clean' }, 'clean', 'clean'],
  [{ outcome: 'drift', error: 2, warning: 1 }, 'drift', '2 errors, 1 warning'],
  [{ outcome: 'drift', warning: 1, info: 3 }, 'findings', '1 warning'],
  [{ outcome: 'drift', info: 3 }, 'clean', '3 info'],
  [{ outcome: 'outage' }, 'outage', 'outage, nothing was checked'],
  [{ outcome: 'inconclusive' }, 'inconclusive', 'inconclusive'],
])('shows a run of %j as its own page does: %s', (parts, look, words) => {
  const none = { startedAt: '', snapshot: '', outcome: 'clean', error: 0, warning: 0, info: 0, accepted: 0 } as const
  const point = { ...none, ...parts }
  expect([runLook(point), outcomeWords(point)]).toEqual([look, words])
})
