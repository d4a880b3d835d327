/** Describes what runs change on a writable target, for advice that allows changes. `operations`: keys that runs may call. */
export function whatChanges(operations: readonly string[] = []): string {
  const counts = new Map<string, number>()
  for (const [method = ''] of operations.map((key) => key.split(' ')))
    if (!/^(GET|HEAD|OPTIONS|QUERY|TRACE)$/.test(method)) counts.set(method, (counts.get(method) ?? 0) + 1)
  const rank = (method: string): number => ['DELETE', 'PATCH', 'PUT', 'POST'].indexOf(method)
  const kinds = [...counts]
    .sort(([a], [b]) => rank(b) - rank(a))
    .map(([method, count]) => `${count} ${method}`)
    .join(', ')
  if (operations.length > 0 && kinds === '') return 'runs change nothing then, as the description has reads only'
  return `runs then create, change and delete resources, their own and those that suites name${kinds === '' ? '' : ` (${kinds})`}: only for a target of your own, where data may be lost`
}
