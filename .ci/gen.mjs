#!/usr/bin/env node
// Generates registries and README tables from the files of a folder, and files with the output of commands: types, JSON
// Schemas, reference pages. With `--check` it writes no files, lists outdated ones, and exits with 1 if there are any.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createJiti } from 'jiti'
import { clientScript } from './client-script.mjs'
import { docsPages } from './docs/pages.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const jiti = createJiti(import.meta.url, { jsx: { runtime: 'automatic', importSource: 'preact' } })

const law = {
  narrowed: 'narrowed: breaks requests',
  widened: 'widened: breaks responses',
  incomparable: 'incomparable: breaks both',
  'as-compared': 'as compared: narrowed breaks requests, widened breaks responses',
}

const registries = [
  {
    folder: 'src/diff/rules',
    list: 'rules',
    type: 'Rule',
    model: '../../model/diff/rule',
    doc: 'Every rule of the diff, sorted by id.',
    title: 'Rules of the diff',
    idOf: (rule) => rule.id,
    columns: ['id', 'title', 'law or convention', 'why'],
    rowOf: (rule) => [`\`${rule.id}\``, rule.title, verdictOf(rule), rule.why],
  },
  {
    folder: 'src/drift/checks',
    list: 'checks',
    type: 'Check',
    model: 'observation',
    doc: 'Every check of a live response, sorted by id.',
    title: 'Checks of a live response',
    idOf: (check) => check.id,
    columns: ['id', 'title', 'severity', 'why'],
    rowOf: (check) => [`\`${check.id}\``, check.title, severityOf(check), check.why],
  },
  {
    folder: 'src/report/reporters',
    list: 'reporters',
    type: 'Reporter',
    model: 'report',
    doc: 'Every format of a report, sorted by name.',
    title: 'Report formats',
    idOf: (reporter) => reporter.name,
    columns: ['format', 'description', 'file in `reports/<api>/`'],
    rowOf: (reporter) => [`\`${reporter.name}\``, reporter.title, reporter.file ? `\`${reporter.file}\`` : ''],
    loaders: 'src/report/loaders.ts',
  },
  {
    folder: 'src/traffic/formats',
    list: 'formats',
    type: 'Format',
    model: '../recording',
    doc: 'Every format of a recording, in the order in which they are tried.',
    title: 'Formats of recorded traffic',
    idOf: (format) => format.id,
    columns: ['format', 'recordings', 'unknown parts of an exchange'],
    rowOf: (format) => [`\`${format.id}\``, format.title, format.unknown],
  },
]

function severityOf({ severity, exceptions }) {
  return exceptions === undefined ? severity : `${severity}; ${exceptions}`
}

function verdictOf({ effect, convention, tolerance }) {
  if (effect !== undefined)
    return tolerance === undefined ? law[effect] : `${law[effect]}; it can be risky in responses: ${tolerance.because}`
  const { request, response, because } = convention
  return `${request === response ? request : `request ${request}, response ${response}`}: ${because}`
}

/** Everything below this line of a README is written by hand and kept. */
const marker = '<!-- By hand from here on. -->'

const problems = []
const outdated = []
const checkOnly = process.argv.includes('--check')
// The reporters that are imported below need this file.
const documentedIds = 'src/report/documented-ids.ts'
if (!existsSync(join(root, documentedIds))) put(documentedIds, 'export const documentedIds: readonly string[] = []\n')
for (const registry of registries) await generate(registry)
await generateTypes('lending')
await generateSchemas()
await generateDocs()
put('src/report/page/client-script.ts', await clientScript())
for (const line of [...problems, ...outdated]) process.stderr.write(`${line}\n`)
process.exitCode = problems.length + outdated.length > 0 ? 1 : 0

async function generate(registry) {
  const folder = join(root, registry.folder)
  const files = readdirSync(folder)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^index\.ts$/.test(file))
    .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  const rows = []
  for (const file of files) {
    const module = await jiti.import(join(folder, file))
    const id = module.default === undefined ? undefined : registry.idOf(module.default)
    if (id !== nameOf(file)) problems.push(`${registry.folder}/${file}: its id is ${id}, not its file name`)
    else rows.push(registry.rowOf(module.default))
    const tested = ['ts', 'tsx'].some((extension) => existsSync(join(folder, `${nameOf(file)}.test.${extension}`)))
    if (!tested) problems.push(`${registry.folder}/${file}: no test beside it`)
  }
  put(`${registry.folder}/index.ts`, formatted(indexOf(registry, files), `${registry.folder}/index.ts`))
  if (registry.loaders !== undefined) put(registry.loaders, formatted(loadersOf(registry, files), registry.loaders))
  const readme = `${registry.folder}/README.md`
  put(readme, readmeOf(registry, rows) + handwritten(readme))
}

/** Generates the types of an API for its suites, like `specdrift types`. */
async function generateTypes(api) {
  const source = (file) => jiti.import(join(root, 'src', file))
  const { loadDocument } = await source('description/reading/load.ts')
  const { describe } = await source('description/dialects/operations.ts')
  const { renderTypes } = await source('suite/types/render-types.ts')
  const description = describe(await loadDocument(`${api}@latest`, { cwd: root }))
  put(`suites/${api}/api.d.ts`, renderTypes(description, `specdrift types ${api}`))
}

/** Generates the JSON Schemas for editors, like `specdrift schema`. */
async function generateSchemas() {
  const { schemas } = await jiti.import(join(root, 'src/commands/reference/schema.ts'))
  for (const [what, load] of Object.entries(schemas)) {
    put(`schemas/${what}.json`, `${JSON.stringify(await load(), null, 2)}\n`)
  }
}

/** Generates the reference pages in docs/: commands, options, config keys, errors, rules and checks. */
async function generateDocs() {
  const pages = await docsPages((file) => jiti.import(join(root, 'src', file)), handwritten)
  for (const [file, text] of pages) put(file, file.endsWith('.ts') ? formatted(text, file) : text)
  const stale = readdirSync(join(root, 'docs/rules')).filter((name) => !pages.has(`docs/rules/${name}`))
  for (const name of stale) problems.push(`docs/rules/${name}: of no rule or check, remove it`)
}

function indexOf({ list, type, model, doc }, files) {
  const imports = files.map((file) => `import ${camel(file)} from './${file}'`)
  return `// Generated by npm run gen. Do not edit.
import type { ${type} } from '${model.includes('/') ? model : `../../model/${model}`}.ts'
${imports.join('\n')}

/** ${doc} */
export const ${list}: readonly ${type}[] = [${files.map(camel).join(', ')}]
`
}

function loadersOf({ folder, type, model, loaders }, files) {
  const from = `./${relative(dirname(loaders), folder)}`
  const entries = files.map((file) => `'${nameOf(file)}': () => import('${from}/${file}'),`)
  return `// Generated by npm run gen. Do not edit.
import type { ${type} } from '../model/${model}.ts'

/** Loads a single module without the dependencies of the others. */
export const loaders: Readonly<Record<string, () => Promise<{ readonly default: ${type} }>>> = {
${entries.join('\n')}
}
`
}

function readmeOf({ title, columns }, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return `<!-- Generated by npm run gen, down to the mark. Do not edit. -->

# ${title}

${[line(columns), `|${columns.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')}
`
}

/** Returns the handwritten part of a README, below the marker. */
function handwritten(file) {
  const path = join(root, file)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return text.includes(marker) ? `\n${text.slice(text.indexOf(marker))}` : ''
}

function formatted(source, file) {
  const biome = join(root, 'node_modules', '.bin', 'biome')
  return execFileSync(biome, ['format', `--stdin-file-path=${file}`], { cwd: root, input: source, encoding: 'utf8' })
}

function put(file, text) {
  const path = join(root, file)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  if (checkOnly) outdated.push(`${file}: out of date, run npm run gen`)
  else writeFileSync(path, text)
}

function nameOf(file) {
  return file.replace(/\.tsx?$/, '')
}

function camel(file) {
  return nameOf(file).replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
}
