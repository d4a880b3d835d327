// Matches requests with the operations of a description.
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** Returns `keys` such as `GET /loans/{id}`, and `find(method, path)`, which returns the key of a request's operation or undefined. */
export function operationsOf(file) {
  const { basePath = '', paths } = load(readFileSync(file, 'utf8'))
  const all = Object.entries(paths).flatMap(([template, item]) =>
    methods.flatMap((method) => {
      if (item[method] === undefined) return []
      const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^{}]+\}/g, '[^/]+')
      const fixed = template.split(/\{[^{}]+\}/).join('').length
      return [{ key: `${method.toUpperCase()} ${template}`, method, fixed, regexp: new RegExp(`^${pattern}$`) }]
    }),
  )
  // Literal paths take precedence over parameters.
  const sorted = all.toSorted((a, b) => b.fixed - a.fixed)
  const without = (path) => (path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path)
  return {
    keys: all.map(({ key }) => key),
    find: (method, path) =>
      sorted.find(
        (one) => one.method === method.toLowerCase() && (one.regexp.test(path) || one.regexp.test(without(path))),
      )?.key,
  }
}
