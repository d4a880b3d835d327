import { createLineCutter } from './cut-lines.ts'
import type { CutRecord, Cutter } from './cutter.ts'

const decoder = new TextDecoder()
const encoder = new TextEncoder()

/**
 * Splits the items of the block sequence (YAML 1.2.2 §8.2.1) under one of the top-level keys, line by line. An item
 * starts with a dash at the indentation of the first one, and ends before the next dash or a less indented line.
 */
export function createYamlCutter(keys: readonly string[], mostBytes: number): Cutter {
  const lines = createLineCutter(mostBytes, true)
  let state: 'before' | 'within' | 'after' = 'before'
  let indent: number | undefined
  let item: string[] = []
  let size = 0
  const finish = (each: (record: CutRecord) => void): void => {
    if (item.length > 0) each(size > mostBytes ? 'too-long' : encoder.encode(item.join('\n')))
    item = []
    size = 0
  }
  const take = (each: (record: CutRecord) => void) => (record: CutRecord) => {
    if (state === 'after') return
    const line = record === 'too-long' ? undefined : decoder.decode(record)
    if (state === 'before') {
      const name = /^["']?(\w+)["']?\s*:\s*(?:#.*)?$/.exec(line?.trimEnd() ?? '')?.[1]
      if (name !== undefined && keys.includes(name)) state = 'within'
      return
    }
    // A blank line can be part of a multi-line string.
    if (line?.trim() === '') {
      if (item.length > 0) item.push('')
      return
    }
    const width = line === undefined ? Number.POSITIVE_INFINITY : line.length - line.trimStart().length
    const isDash = line !== undefined && /^\s*-(?:\s|$)/.test(line)
    if (isDash && width === (indent ?? width)) {
      indent = width
      finish(each)
    } else if (width <= (indent ?? -1)) {
      finish(each)
      state = 'after'
      return
    }
    if (line === undefined) size = Number.POSITIVE_INFINITY
    else {
      size += line.length
      if (size <= mostBytes) item.push(line.slice(indent ?? 0))
    }
  }
  return {
    push: (chunk, each) => lines.push(chunk, take(each)),
    end(each) {
      lines.end(take(each))
      finish(each)
      return state === 'before' ? `it has no list ${keys.join(' or ')}` : undefined
    },
  }
}
