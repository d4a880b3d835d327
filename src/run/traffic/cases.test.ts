import { describe, expect, it } from 'vitest'
import { readTrafficCases } from '../../testing/cases/traffic-cases.ts'
import { descriptionOf, violationsIn } from '../../testing/check-tester.ts'
import ndjson from '../../traffic/formats/ndjson.ts'
import { mergeTraffic } from '../../traffic/partial/merge.ts'
import { readRecord } from '../../traffic/reading/reader.ts'
import { createSession } from './session.ts'
import { liveResultOf } from './to-live-result.ts'

const cases = readTrafficCases()

describe('recordings of two lines', () => {
  it.each(cases)('$name', ({ description: text, lines, finds, unchecked }) => {
    const description = descriptionOf(text)
    const session = createSession(description, {})
    expect(lines).toHaveLength(2)
    for (const line of lines) readRecord(ndjson, Buffer.from(line), session)
    const { findings, notChecked } = liveResultOf(mergeTraffic([session.result()]), description, session)
    const because = notChecked.filter(({ kind }) => kind === undefined).map((row) => row.because)
    expect(violationsIn({ outcome: 'received', findings, notChecked: [] }).toSorted()).toEqual(finds)
    expect(because).toEqual(unchecked.map((part) => expect.stringContaining(part)))
  })

  it('are at least 60, with unique names', () => {
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
    expect(cases.length).toBeGreaterThanOrEqual(60)
  })
})
