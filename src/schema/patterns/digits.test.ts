import { describe, expect, it } from 'vitest'
import { integersBetween } from './digits.ts'

describe('patterns for integer ranges', () => {
  const limits = [-1005, -100, -99, -10, -7, -1, 0, 1, 5, 9, 10, 19, 99, 100, 109, 1000, 1234]

  it('match exactly the integers in the range', () => {
    const wrong = limits.flatMap((least) =>
      limits
        .filter((most) => most >= least)
        .flatMap((most) => {
          const [written, read] = [false, true].map((isRead) => new RegExp(`^${integersBetween(least, most, isRead)}$`))
          return Array.from({ length: 2600 }, (_, index) => index - 1300)
            .filter((value) => {
              const isIn = value >= least && value <= most
              return written?.test(String(value)) !== isIn || read?.test(String(value)) !== isIn
            })
            .map((value) => `${value} of ${least} to ${most}`)
        }),
    )
    expect(wrong).toEqual([])
  })

  it('support open ranges', () => {
    const from = new RegExp(`^${integersBetween(25, Number.POSITIVE_INFINITY)}$`)
    expect(['24', '25', '99', '100', '12345678901234567890', '-25'].filter((text) => from.test(text))).toEqual([
      '25',
      '99',
      '100',
      '12345678901234567890',
    ])
    const all = new RegExp(`^${integersBetween(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)}$`)
    expect(['0', '-0', '007', '-5', '1e3', '1.0', ''].filter((text) => all.test(text))).toEqual(['0', '-5'])
    const read = new RegExp(`^${integersBetween(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, true)}$`)
    expect(['0', '-0', '007', '-5', '1e3', '1.0', ''].filter((text) => read.test(text))).toEqual([
      '0',
      '-0',
      '007',
      '-5',
    ])
  })

  it('are undefined for an empty range', () => {
    expect(integersBetween(2, 1)).toBeUndefined()
  })
})
