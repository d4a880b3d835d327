import type { DocumentInput, Report } from '../../model/report.ts'
import { changedTo, versionOf } from '../labels.ts'

/** Returns the names of both sides: versions, or the distinguishing parts of two file paths. */
export function versionNames({
  api,
  inputs,
}: Pick<Report, 'api' | 'inputs'>): Readonly<Partial<Record<'base' | 'revision', string>>> {
  const nameOf = (input: DocumentInput | undefined) => (input === undefined ? undefined : versionOf({ api }, input))
  const [old, now] = [nameOf(inputs.base), nameOf(changedTo({ inputs }))]
  const [left, right] = old !== undefined && now !== undefined ? apart(old, now) : [old, now]
  return { base: left, revision: right }
}

/** Shortens two paths to `v1/…/api.yaml` and `v2/…/api.yaml` by removing common parts. File names without folders stay. */
function apart(old: string, now: string): readonly [string, string] {
  const [a, b] = [old.split('/'), now.split('/')]
  if (old === now || a.length < 2 || b.length < 2) return [old, now]
  let same = 0
  while (same < Math.min(a.length, b.length) - 1 && a[same] === b[same]) same++
  let end = 0
  while (end < Math.min(a.length, b.length) - same - 1 && a.at(-1 - end) === b.at(-1 - end)) end++
  const cut = (parts: readonly string[]) => {
    const rest = parts.slice(same)
    return end < 2 ? rest.join('/') : [...rest.slice(0, rest.length - end), '…', ...rest.slice(-1)].join('/')
  }
  return [cut(a), cut(b)]
}
