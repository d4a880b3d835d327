import { type TargetChange, targetChangeKinds } from '../../model/report/target-changes.ts'
import type { Report } from '../../model/report.ts'

/** Title of the list of changes that a run made to the target's data. */
export const targetChangesTitle = 'Changed on the target'

/** Returns `3 created, 1 changed, 3 deleted, 0 left behind`, or `nothing`. Undefined for runs that call no API, and for the sandbox, whose data ends with the run. */
export function targetChangesWords({ targetChanges: all }: Report): string | undefined {
  if (all === undefined) return undefined
  if (all.length === 0) return 'nothing'
  const sum = (some: readonly TargetChange[]): number => some.reduce((total, { count }) => total + count, 0)
  const there = sum(all.filter(({ wasThere }) => wasThere))
  const counts = targetChangeKinds.map(
    (kind) => `${sum(all.filter((one) => one.kind === kind))} ${kind.replace('-', ' ')}`,
  )
  return `${counts.join(', ')}${there === 0 ? '' : `; ${there} of these possibly not created by this run`}`
}

/** Maximum number of resources named per operation. */
const mostNames = 3

/** Describes the changes that each operation made to the target. */
export function targetChangeLines({ targetChanges = [] }: Report) {
  return targetChanges.map(({ kind, operation, count, names, because, wasThere }) => {
    const some = names.slice(0, mostNames)
    const more = count - some.length
    const listed = more === 0 ? some : [...some, names.length === 0 ? 'without a name' : `and ${more} more`]
    const facts = [because, wasThere && 'possibly not created by this run'].filter(Boolean).join(', ')
    return {
      where: operation,
      text: `${kind.replace('-', ' ')} ${count}: ${listed.join(', ')}${facts === '' ? '' : ` (${facts})`}`,
      /** True if the target is not in the state it had before the run. */
      isLasting: kind === 'left-behind' || wasThere === true,
    }
  })
}
