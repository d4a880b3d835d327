import { groupBy } from './group-by.ts'

/**
 * The part of an API that each path belongs to: the first two names of the path, or the first one if no other path has the second.
 * Parameters, and segments such as `api` and `v1`, name no part.
 */
export function partsOfApi(paths: readonly string[]): readonly string[] {
  const names = paths.map((path) => path.split('/').filter((segment) => /^(?!\{|(?:api|rest|v\d.*)$)./i.test(segment)))
  const sizes = groupBy(names, (some) => some.slice(0, 2).join('/'))
  return names.map((some) => {
    const two = some.slice(0, 2).join('/')
    return (sizes.get(two)?.length ?? 0) > 1 ? two : (some[0] ?? '')
  })
}

/** `/orgs/{org}/teams`: the segments that all paths begin with. */
export function commonPath(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/'))
  const end = first.findIndex((segment, at) => others.some((other) => other[at] !== segment))
  return (end < 0 ? first : first.slice(0, end)).join('/')
}
