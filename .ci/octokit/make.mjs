// Writes what src/run/traffic/octokit/octokit.test.ts works on: the recordings of npm @octokit/fixtures as one, and of each description of npm
// @octokit/openapi (35 MB as a package) all paths, and what the recorded requests reach. Both packages are under the MIT license.
//   npm pack @octokit/fixtures@23.1.2 @octokit/openapi@12.0.0 @octokit/openapi@23.0.2, unpacked each
//   node .ci/octokit/make.mjs <folder of fixtures> src/run/traffic/octokit <folder of a description>...
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const [fixtures, out, ...descriptions] = process.argv.slice(2)
const json = (file) => JSON.parse(readFileSync(file, 'utf8'))
mkdirSync(out, { recursive: true })

const root = join(fixtures, 'scenarios')
const recordings = readdirSync(root)
  .sort()
  .flatMap((host) =>
    readdirSync(join(root, host))
      .sort()
      .map((name) => join(root, host, name)),
  )
  .flatMap((folder) => json(join(folder, 'normalized-fixture.json')))
const write = (name, value) => {
  const bytes = gzipSync(JSON.stringify(value), { level: 9 })
  writeFileSync(join(out, name), bytes)
  process.stdout.write(`${name} ${bytes.length} bytes\n`)
}
write('recordings.json.gz', recordings)

for (const folder of descriptions) {
  const { version } = json(join(folder, 'package.json'))
  const { openapi, info, servers, paths, components } = json(join(folder, 'generated/api.github.com.json'))
  const called = Object.keys(paths).filter((template) => {
    // A reference, or a path of a file, may have slashes (`x-multi-segment`).
    const segments = template.replace(/[.+*?^$()|[\]\\]/g, '\\$&').replace(/\{(?:ref|path)\}$/, '.+')
    const pattern = new RegExp(`^${segments.replace(/\{[^}]*\}/g, '[^/]+')}/?$`)
    return recordings.some(({ path }) => pattern.test(path.split('?')[0]))
  })
  const reached = {}
  const follow = (value) => {
    if (typeof value !== 'object' || value === null) return
    const [, kind, name] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(value.$ref ?? '') ?? []
    if (kind !== undefined && reached[kind]?.[name] === undefined) {
      reached[kind] ??= {}
      reached[kind][name] = components[kind][name]
      follow(components[kind][name])
    }
    for (const each of Object.values(value)) follow(each)
  }
  const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options']
  const reduced = Object.fromEntries(
    Object.entries(paths).map(([template, item]) => {
      if (called.includes(template)) {
        follow(item)
        return [template, item]
      }
      const names = [...template.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name)
      const operation = {
        parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        responses: { default: { description: 'left out' } },
      }
      return [
        template,
        Object.fromEntries(methods.filter((method) => item[method]).map((method) => [method, operation])),
      ]
    }),
  )
  // A property may be called examples, and is an object; so may a description.
  const isProse = (key, value) => ['examples', 'x-github', 'externalDocs'].includes(key) && value?.type === undefined
  const short = (key, value) => {
    if (isProse(key, value)) return undefined
    return key === 'description' && typeof value === 'string' ? value.slice(0, 1) : value
  }
  const kept = { openapi, info, servers, paths: reduced, components: reached }
  write(`${version}.json.gz`, JSON.parse(JSON.stringify(kept, short)))
}
