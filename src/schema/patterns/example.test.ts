import { describe, expect, it } from 'vitest'
import { patternExampleOf } from './example.ts'

describe('patternExampleOf', () => {
  it.each([
    ['^https?://[a-z]+(?:/[a-z]+)*$', 100, 200],
    ['^a{2,5}$', 4, 4],
    ['^[a-z]+$', 1, 1],
    ['^x*$', 9_000, 9_000],
  ])('returns a string matching %s with %d to %d characters', (source, least, most) => {
    const [text = ''] = patternExampleOf(source, least, most)
    expect(text).toMatch(new RegExp(source, 'u'))
    expect(text.length).toBeGreaterThanOrEqual(least)
    expect(text.length).toBeLessThanOrEqual(most)
  })

  it.each([
    ['^a{2,5}$', 6, 9],
    ['^(?=a)b$', 1, 9],
    ['^[a-z]+$', 20_000, 30_000],
  ])("returns none if repetition can't reach the length: %s, %d to %d", (source, least, most) => {
    expect(patternExampleOf(source, least, most)).toEqual([])
  })
})
