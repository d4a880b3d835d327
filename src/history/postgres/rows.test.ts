import { expect, it } from 'vitest'
import { readKept, readLines } from './rows.ts'
import type { Session } from './session.ts'

const newer = { v: 4, kind: 'summary', target: 'sandbox', sums: {} }

/** A database with summaries from a later version. */
const session: Session = {
  query: async (text) => (text.includes('specdrift.summaries') ? [{ record: JSON.stringify(newer) }] : []),
}

it('reports an unreadable summary and keeps it', async () => {
  const { notes, history } = await readKept(session, 'shop', 'the database of URL')
  expect(notes).toEqual(['the database of URL: summaries of shop that cannot be read are skipped (1)'])
  expect(history.summaries).toEqual([])
  expect((await readLines(session, 'shop')).summaries).toEqual([newer])
})
