// Dumps the data of a server before and after a run: one entry per resource, without data that changes by itself.
import { execFileSync } from 'node:child_process'

/** Lists the resources that were changed, deleted or added. Both dumps are `{ resource name: data }`. */
export function compareDumps(before, after) {
  const lines = { 'seeded, changed': [], 'seeded, deleted': [], 'left behind': [] }
  for (const [name, value] of Object.entries(before))
    if (!(name in after)) lines['seeded, deleted'].push(name)
    else if (stable(value) !== stable(after[name]))
      lines['seeded, changed'].push(`${name}: ${stable(value)} → ${stable(after[name])}`)
  for (const name of Object.keys(after)) if (!(name in before)) lines['left behind'].push(name)
  return lines
}

/** Sorts the keys of JSON. */
function stable(value) {
  const sorted = (_, each) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each
  return JSON.stringify(value, sorted)
}

/** Removes matching keys at any depth. */
export const without = (value, keys) =>
  JSON.parse(JSON.stringify(value, (key, each) => (keys.test(key) ? undefined : each)))

/**
 * Dumps the resources at these paths of an API. `below(path, data)` returns further paths. A path that responds with an error is omitted, so it
 * counts as deleted if it responded before.
 */
export async function dumpApi(baseUrl, headers, paths, { below = () => [], ignore = /(?!)/ } = {}) {
  const dump = {}
  const open = [...paths]
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    const response = await fetch(`${baseUrl}${path}`, { headers })
    if (!response.ok) continue
    const data = without(await response.json(), ignore)
    dump[path] = data
    open.push(...below(path, data))
  }
  return dump
}

const reader = `
import json, re, sqlite3, sys
file, tables, columns = sys.argv[1:]
base = sqlite3.connect('file:' + file + '?mode=ro', uri=True)
base.text_factory = lambda text: text.decode('utf-8', 'replace')
dump = {}
for (table,) in base.execute("select name from sqlite_master where type = 'table'").fetchall():
    if re.search(tables, table): continue
    info = base.execute(f'pragma table_info("{table}")').fetchall()
    keys = [each[1] for each in info if each[5]]
    for row in base.execute(f'select rowid, * from "{table}"').fetchall() if keys else []:
        value = {each[1]: repr(cell) if isinstance(cell, bytes) else cell for each, cell in zip(info, row[1:])}
        name = '/'.join(str(value[key]) for key in keys)
        dump[f'{table} {name}'] = {key: cell for key, cell in value.items() if not re.search(columns, key)}
print(json.dumps(dump))
`

/** Dumps the rows of an SQLite database by table and primary key. `tables` and `columns` are Python patterns to exclude. */
export function dumpSqlite(file, { tables = '^$', columns = '^$' } = {}) {
  return JSON.parse(execFileSync('python3', ['-c', reader, file, tables, columns], { maxBuffer: 1e9 }))
}
