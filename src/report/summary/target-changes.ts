import { type TargetChange, targetChangeKinds } from '../../model/report/target-changes.ts'
import type { Report } from '../../model/report.ts'

/** The title of what a run did to the data of its target. */
export const targetChangesTitle = 'Changed on the target'

/** `3 created, 1 changed, 3 deleted, 0 left behind`; `nothing` if a run changed nothing; undefined for what calls no API, and for the sandbox, which ends with its run. */
export function targetChangesWords({ targetChanges: all }: Report): string | undefined {
  if (all === undefined) return undefined
  if (all.length === 0) return 'nothing'
  const sum = (some: readonly TargetChange[]): number => some.reduce((total, { count }) => total + count, 0)
  const there = sum(all.filter(({ wasThere }) => wasThere))
  const counts = targetChangeKinds.map(
    (kind) => `${sum(all.filter((one) => one.kind === kind))} ${kind.replace('-', ' ')}`,
  )
  return `${counts.join(', ')}${there === 0 ? '' : `; ${there} of these not known to be made by this run`}`
}

/** So many resources of one operation are named. */
const mostNames = 3

/** What each operation did, in words. */
export function targetChangeLines({ targetChanges = [] }: Report) {
  return targetChanges.map(({ kind, operation, count, names, because, wasThere }) => {
    const some = names.slice(0, mostNames)
    const more = count - some.length
    const listed = more === 0 ? some : [...some, names.length === 0 ? 'without a name' : `and ${more} more`]
    const facts = [because, wasThere && 'not known to be made by this run'].filter(Boolean).join(', ')
    return {
      where: operation,
      text: `${kind.replace('-', ' ')} ${count}: ${listed.join(', ')}${facts === '' ? '' : ` (${facts})`}`,
      /** It is not as it was before the run. */
      isLasting: kind === 'left-behind' || wasThere === true,
    }
  })
}
