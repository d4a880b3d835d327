// Edits real schemas, alone and inside equivalent contexts. A context may change only the location of a finding.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { directoryFiles, githubPairs, home } from './cache.mjs'
import { readDescription } from './environment.mjs'
import { proofPairs } from './proofs-pairs.mjs'
import { randomOf, shuffled } from './random.mjs'
import { schemaEdits, schemasIn } from './schema-edits.mjs'
import { table } from './table.mjs'

const { inContexts, schemaContexts } = await import('../dist/testing/cases/schema-contexts.js')
const { loadDocument } = await import('../dist/description/reading/load.js')
const { compareDocuments } = await import('../dist/run/contract/diff.js')

/** Number of schemas per description that each edit is applied to. */
const schemasPerEdit = 2
/** Maximum size in characters of a schema with its components. */
const largest = 60_000
const shownFailures = 200
const prefix = '#/components/schemas/'

/** Prints and writes the page. Words select descriptions. */
export async function contexts(words) {
  const rows = []
  const descriptions = realDescriptions(words)
  for (const { name, file } of descriptions) {
    process.stderr.write(`${name} …\n`)
    for (const sample of samplesOf(readDescription(file), name)) rows.push(...(await verdictsOf({ name, ...sample })))
  }
  const text = page(rows, descriptions.length)
  process.stdout.write(text)
  if (words.length === 0) writeFileSync(join(home, 'results', 'contexts.md'), text)
}

/** Returns one description of each proof pair, GitHub's, and a seeded sample of the directory. */
function realDescriptions(words) {
  const proofs = proofPairs([]).map(({ name, revision }) => ({ name: name.replace(/^.* → /, ''), file: revision }))
  const middling = directoryFiles().filter(({ bytes }) => bytes > 50_000 && bytes < 1_000_000)
  const directory = shuffled(middling, randomOf(20_261_124)).slice(0, 25)
  const github = githubPairs()
    .slice(0, 1)
    .map(({ name, revision }) => ({ name, file: revision }))
  return [...github, ...proofs, ...directory].filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  )
}

/** Returns a few edits of each kind: `{ edit, component, before, after, reached, is31 }`. */
function samplesOf(description, name) {
  const schemas = description.components?.schemas ?? {}
  const version = String(description.openapi ?? '')
  if (!version.startsWith('3.')) return []
  const is31 = !version.startsWith('3.0')
  const random = randomOf([...name].reduce((sum, one) => (sum * 31 + one.codePointAt(0)) | 0, 7))
  return Object.entries(schemaEdits).flatMap(([edit, apply]) => {
    const samples = []
    for (const component of shuffled(Object.keys(schemas), random).slice(0, 200)) {
      if (samples.length === schemasPerEdit) break
      // A readOnly or writeOnly property is absent in one direction, whereas on a body the keyword has no effect.
      if (schemas[component].readOnly || schemas[component].writeOnly) continue
      const reached = reachedFrom(component, schemas)
      const after = reached && edited(schemas[component], apply, random, { is31 })
      if (after) samples.push({ edit, component, before: schemas[component], after, reached, version, random })
    }
    return samples
  })
}

/** Returns a copy of the schema with one edit at a random location, or undefined. */
function edited(schema, apply, random, options) {
  const count = schemasIn(schema).length
  for (const index of shuffled([...Array(count).keys()], random).slice(0, 20)) {
    const copy = structuredClone(schema)
    if (apply(schemasIn(copy)[index], random, options)) return copy
  }
  return undefined
}

/** Returns the components that a component needs, by name; undefined if there are many or they are in other files. */
function reachedFrom(component, schemas) {
  const reached = {}
  let size = 0
  const queue = [component]
  for (const name of queue) {
    if (Object.hasOwn(reached, name)) continue
    const text = JSON.stringify(schemas[name])
    size += text?.length ?? largest
    if (size > largest) return undefined
    reached[name] = schemas[name]
    for (const [, ref] of text.matchAll(/"\$ref":"([^"]*)"/g)) {
      if (!ref.startsWith(prefix)) return undefined
      queue.push(decodeURIComponent(ref.slice(prefix.length)).replaceAll('~1', '/').replaceAll('~0', '~'))
    }
  }
  return reached
}

async function verdictsOf(sample) {
  const plain = await rowsIn(sample, [])
  const rows = []
  for (const [context, { needsOpenObject }] of Object.entries(schemaContexts)) {
    if (needsOpenObject && !(isOpenObject(sample.before) && isOpenObject(sample.after))) continue
    const inside = await rowsIn(sample, [context])
    const isSame = JSON.stringify(plain) === JSON.stringify(inside)
    rows.push({ ...sample, context, plain, inside, isSame })
  }
  return rows
}

function isOpenObject({ type, nullable, additionalProperties, allOf, oneOf, anyOf }) {
  return (
    type === 'object' && [nullable, additionalProperties, allOf, oneOf, anyOf].every((value) => value === undefined)
  )
}

/** Returns the rules that report the edit with their verdicts, regardless of the location. */
async function rowsIn(sample, names) {
  const [base, revision] = await Promise.all(
    ['before', 'after'].map((side) => loadDocument({ content: documentOf(sample, side, names), name: `${side}.json` })),
  )
  const { findings } = compareDocuments(base, revision, { today: '2026-01-31' })
  const judged = findings.filter(({ ruleId }) => ruleId !== 'documentation-changed')
  const rows = judged.flatMap(({ ruleId, verdict, site, uses }) =>
    (uses ?? [{ direction: site.direction, verdict }]).flatMap((one) => {
      const directions = one.direction === 'both' ? ['request', 'response'] : [one.direction ?? '']
      return directions.map((direction) => `${ruleId} ${direction} ${one.verdict}`)
    }),
  )
  return [...new Set(rows)].sort()
}

/** Creates a description of one operation that receives and returns the component inside the contexts. */
function documentOf({ component, reached, version, ...sides }, side, names) {
  const { schema, schemas } = inContexts(names, {
    $ref: `${prefix}${component.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  })
  const content = { 'application/json': { schema } }
  const operation = { requestBody: { content }, responses: { 200: { description: '', content } } }
  return JSON.stringify({
    openapi: version,
    info: { title: 'Contexts', version: '1' },
    paths: { '/x': { post: operation } },
    components: { schemas: { ...reached, ...schemas, [component]: sides[side] } },
  })
}

function page(rows, count) {
  const differing = rows.filter(({ isSame }) => !isSame)
  const tableBy = (key) => {
    const names = [...new Set(rows.map((row) => row[key]))]
    return table(
      [key, 'compared', 'different'],
      names.map((name) => [
        name,
        rows.filter((row) => row[key] === name).length,
        differing.filter((row) => row[key] === name).length,
      ]),
    )
  }
  const list = differing.map(
    ({ name, component, edit, context, plain, inside }) =>
      `- ${edit} of \`${component}\` (${name}) in ${context}: ${plain.join(', ') || 'nothing'}; inside: ${inside.join(', ') || 'nothing'}`,
  )
  return `${[
    '# Real schemas in equivalent contexts',
    `${count} descriptions, up to ${schemasPerEdit} random schemas of each for every kind of edit. The verdicts on the edit of the plain schema and in each context (\`src/testing/cases/schema-contexts.ts\`) must be the same. Written by \`npm run bench -- diff contexts\`.`,
    `Compared: ${rows.length}. Different: ${differing.length}. Edits without any finding: ${rows.filter(({ plain }) => plain.length === 0).length}.`,
    tableBy('edit'),
    tableBy('context'),
    differing.length === 0 ? '' : `## Different\n\n${list.slice(0, shownFailures).join('\n')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`
}
