import { groupBy } from './group-by.ts'

/** Returns one or two leading segments per path, depending on which others share. Skips parameters, `api` and `v1`. */
export function partsOfApi(paths: readonly string[]): readonly string[] {
  const names = paths.map((path) => path.split('/').filter((segment) => /^(?!\{|(?:api|rest|v\d.*)$)./i.test(segment)))
  const sizes = groupBy(names, (some) => some.slice(0, 2).join('/'))
  return names.map((some) => {
    const two = some.slice(0, 2).join('/')
    return (sizes.get(two)?.length ?? 0) > 1 ? two : (some[0] ?? '')
  })
}

/** Returns the leading segments that all paths share: `/orgs/{org}/teams`. */
export function commonPath(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/'))
  const end = first.findIndex((segment, at) => others.some((other) => other[at] !== segment))
  return (end < 0 ? first : first.slice(0, end)).join('/')
}
