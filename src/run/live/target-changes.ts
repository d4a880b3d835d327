import { type TargetChange, targetChangeKinds } from '../../model/report/target-changes.ts'
import type { CallRecord } from '../../suite/calls/record.ts'
import { byText } from '../../util/text.ts'

/** Maximum number of resources named per operation. */
const mostNames = 10

/** Created resources, and the ones remaining after cleanup. */
interface Made {
  /** Paths of all created resources, deleted or not. */
  readonly made: readonly string[]
  readonly left: readonly TargetChange[]
}

/** Returns the changes of the target: one entry per operation and kind of change. */
export function targetChangesOf(
  suites: readonly CallRecord[],
  generated: Made & { readonly sent: readonly CallRecord[] },
): readonly TargetChange[] {
  const calls = [...suites, ...generated.sent]
  const namesOf = (some: readonly CallRecord[], kind: TargetChange['kind']): readonly string[] =>
    some.flatMap(({ change }) => (change?.kind === kind ? change.names : []))
  const made = [...namesOf(calls, 'created'), ...generated.made]
  const gone = namesOf(calls, 'deleted')
  const all = calls.flatMap(({ operation, change }): readonly TargetChange[] => {
    if (change === undefined) return []
    const { kind, names } = change
    const wasThere = kind !== 'created' && !names.some((name) => isAtOrBelow(name, made))
    return [{ kind, operation, count: 1, names, ...(wasThere && { wasThere }) }]
  })
  // Generated requests have a cleanup phase; suites must clean up themselves.
  const left = suites.flatMap(({ operation, change }): readonly TargetChange[] => {
    if (change?.kind !== 'created') return []
    const names = change.names.filter((name) => !isAtOrBelow(name, gone))
    return names.length === 0
      ? []
      : [{ kind: 'left-behind', operation, count: 1, names, because: 'no test deletes it' }]
  })
  return mergeTargetChanges([...all, ...left, ...generated.left])
}

/** Merges the changes of each operation, counting each resource once. */
export function mergeTargetChanges(all: readonly TargetChange[]): readonly TargetChange[] {
  const groups = new Map<string, TargetChange[]>()
  for (const one of all) {
    const { kind, operation, because = '', wasThere = false } = one
    const key = JSON.stringify([targetChangeKinds.indexOf(kind), operation, because, wasThere])
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups]
    .sort(([a], [b]) => byText(a, b))
    .flatMap(([, group]) => {
      const [first] = group
      if (first === undefined) return []
      const names = [...new Set(group.flatMap((one) => one.names))]
      // Unnamed and omitted resources are only counted.
      const more = group.reduce((sum, one) => sum + Math.max(0, one.count - one.names.length), 0)
      return [{ ...first, count: names.length + more, names: names.slice(0, mostNames) }]
    })
}

function isAtOrBelow(name: string, others: readonly string[]): boolean {
  return others.some((other) => name === other || name.startsWith(`${other}/`))
}
