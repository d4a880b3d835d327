import { describe, expect, it } from 'vitest'
import type { DriftDraft } from '../../model/observation.ts'
import { checks } from '../checks/index.ts'
import { withoutRepeats } from './repeats.ts'

const check = checks.find(({ id }) => id === 'enum-conformance')
const unnamed = checks.find(({ id }) => id === 'undocumented-property')
if (check === undefined || unnamed === undefined) throw new Error('both are there')

const two = (index: number) => String(index).padStart(2, '0')
/** Drafts for one location, each with a different value. */
const drafts = (count: number, more: Partial<DriftDraft> = {}): DriftDraft[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ message: `is ${two(index)}`, key: two(index), location: '/*/kind', instancePointer: `/${two(index)}/kind` },
    ...more,
  }))
const counted = (list: readonly DriftDraft[], of = check) => withoutRepeats(list.map((draft) => ({ check: of, draft })))
const total = (list: ReturnType<typeof counted>) => list.reduce((sum, { samples }) => sum + samples, 0)

describe('drafts of one violation', () => {
  const same = (pointers: readonly string[]) =>
    counted(pointers.map((instancePointer) => ({ message: 'm', key: 'k', location: '/*', instancePointer })))

  it('keeps three, sorted by location, the first of which counts the rest', () => {
    const shown = same(['/5', '/1', '/3', '/2', '/4'])
    expect(shown.map(({ draft, samples }) => [draft.instancePointer, samples])).toEqual([
      ['/1', 3],
      ['/2', 1],
      ['/3', 1],
    ])
  })

  it('have the same check, direction, part, location and key', () => {
    const draft: DriftDraft = { message: 'm', key: 'k', location: '/a', part: '200' }
    const others = [draft, { ...draft, key: 'l' }, { ...draft, location: '/b' }, { ...draft, part: '201' }]
    const all = [...others, { ...draft, direction: 'request' as const }]
    for (const other of all) expect(counted([other, other, other, other])).toHaveLength(3)
    expect(counted(all)).toHaveLength(5)
    expect(withoutRepeats([check, unnamed].map((one) => ({ check: one, draft })))).toHaveLength(2)
  })
})

describe('drafts of many violations at one location', () => {
  it('are all kept up to 23', () => {
    for (const count of [20, 21, 23])
      expect(counted(drafts(count)).map(({ samples }) => samples)).toEqual(Array(count).fill(1))
  })

  it('above 23 keep the first 20 by text and three that count the rest', () => {
    const shown = counted(drafts(60).reverse())
    expect(shown).toHaveLength(23)
    expect(shown.map(({ draft }) => draft.key)).toEqual(Array.from({ length: 23 }, (_, index) => two(index)))
    expect(shown.map(({ samples }) => samples)).toEqual([...Array(20).fill(1), 38, 1, 1])
  })

  it('keep all their locations', () => {
    const again = drafts(30, { location: '/*/kind' }).map((draft) => ({
      ...draft,
      instancePointer: `/x${draft.instancePointer}`,
    }))
    const shown = counted([...again, ...drafts(30)])
    expect([shown.length, total(shown)]).toEqual([43, 60])
    // The first surplus draft counts the others.
    expect(shown.slice(-3).map(({ draft, samples }) => [draft.instancePointer, samples])).toEqual([
      ['/20/kind', 18],
      ['/21/kind', 1],
      ['/22/kind', 1],
    ])
  })

  it('but not for several locations', () => {
    const several = drafts(30).map((draft, index) => ({ ...draft, location: `/${two(index)}` }))
    expect(counted(several)).toHaveLength(30)
    // Undocumented properties are grouped by their object.
    expect(counted(several, unnamed)).toHaveLength(23)
    expect(counted(several.map((draft) => ({ ...draft, expected: false })))).toHaveLength(23)
  })

  it.each([{ assumed: true }, { allowed: true as const }, { part: '201' }, { direction: 'request' as const }])(
    'nor for drafts that differ in %j',
    (more) => {
      const half = [...drafts(12), ...drafts(12, { ...more, location: '/*/kind' })]
      expect(counted(half)).toHaveLength(24)
    },
  )

  it('are sorted by location, message and pointer', () => {
    const mixed = drafts(24).map((draft, index) => ({ ...draft, message: `is ${two(99 - index)}` }))
    expect(
      counted(mixed)
        .slice(0, 2)
        .map(({ draft }) => draft.key),
    ).toEqual(['23', '22'])
  })
})
