// Mutation test for the decisions of the diff: makes each place that returns "no effect" do so always, one at a time. The property tests must fail.
// Finds the places in the syntax tree. Writes bench/results/no-effect.md and exits with 1 if a mutant survives.
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'
import { harmless } from './no-effect.left.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const page = `${root}bench/results/no-effect.md`
/** The mutated folders. */
const folders = ['src/diff/compare/schema', 'src/diff/ledger']
/** The tests that must fail, the fast ones first: the ledger's own, contexts, oracle, symmetry. */
const tests = [
  ['src/diff/ledger', 'src/diff/compare/schema'],
  ['src/diff/contexts.property.test.ts', 'src/diff/oracle.property.test.ts', 'src/diff/unions.property.test.ts'],
]
const variable = 'SPECDRIFT_MUTANT'
const atOnce = Math.max(1, availableParallelism() - 1)
/** Time limit in milliseconds for the tests of one mutant. */
const patience = 900_000

/** Values of `kind` that mean that an edit has no effect or belongs to another finding. */
const kinds = new Set(
  ['cleared', 'none', 'finding', 'without-effect', 'annotation', 'order', 'default', 'same-meaning'].concat([
    'allowed-around',
    'other-edits',
    'not-sent',
    'unknown-value',
    'ignored',
  ]),
)
/** Names of constants with the same meaning. */
const constants = new Set(['nothing', 'none', 'finding'])
/** Functions that report an edit or continue to subschemas. Returning before one of them means that there is nothing to report. */
const reports = /^(?:emit|compare|child$|add$|usesIn$)/
/** Predicates that clear an edit if they are true. */
const clearing = /^(?:isExplained|explains|isImplied|isMovedProperty|hidesMore|requiresNoMore)$/

/** Runs the tests on each mutant. `words` select files. After `minutes` no further mutant is tested, and the page mentions it. */
export async function testNoEffects(words, minutes = Number.POSITIVE_INFINITY) {
  const end = performance.now() + minutes * 60_000
  const copy = mkdtempSync(join(tmpdir(), 'specdrift-no-effect-'))
  try {
    const mutants = instrumented(copy).filter(
      ({ file, text }) => words.length === 0 || words.some((word) => `${file}: ${text}`.includes(word)),
    )
    const open = mutants.entries()
    const work = async () => {
      for (const [index, mutant] of open) {
        if (performance.now() > end) return
        mutant.isKilled = await fails(copy, mutant.id)
        process.stderr.write(
          `${index + 1}/${mutants.length} ${mutant.isKilled === undefined ? 'no result' : mutant.isKilled ? 'killed' : 'SURVIVED'} ${mutant.file}: ${mutant.text}\n`,
        )
      }
    }
    // The first run fills the transform cache and verifies that the tests pass without a mutant.
    if ((await fails(copy, -1)) !== false) throw new Error('The tests fail without a mutant.')
    await Promise.all(Array.from({ length: atOnce }, work))
    const text = rendered(mutants)
    process.stdout.write(text)
    if (words.length === 0) writeFileSync(page, text)
    if (mutants.some((one) => one.isKilled === false && reasonOf(one) === undefined)) process.exitCode = 1
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Copies the project with every mutant in it, each behind a condition. */
function instrumented(copy) {
  for (const name of [
    'src',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
    '.ci',
    'specs',
    'schemas',
    'bench/random.mjs',
  ])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  const config = readFileSync(join(root, 'vitest.config.ts'), 'utf8')
  // The tests don't use the build, so it may be outdated.
  writeFileSync(join(copy, 'vitest.config.ts'), config.replace(/globalSetup: .*,/, ''))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  symlinkSync(join(root, 'dist'), join(copy, 'dist'))
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`),
  )
  const mutants = []
  for (const file of files.sort()) {
    const source = readFileSync(join(root, file), 'utf8')
    const found = mutantsIn(source).map((one) => ({ ...one, file }))
    for (const one of found) one.id = mutants.push(one)
    writeFileSync(join(copy, file), found.length === 0 ? source : withMutants(source, found))
  }
  return mutants
}

/** Applies edits to a source from the last position to the first. */
function withMutants(source, mutants) {
  const edits = mutants.flatMap(({ id, edits }) => edits(`mutant === ${id}`))
  const text = edits
    .toSorted((a, b) => b.at - a.at || b.rank - a.rank)
    .reduce((all, { at, insert }) => all.slice(0, at) + insert + all.slice(at), source)
  return `import process from 'node:process'\nconst mutant = Number(process.env.${variable})\n${text}`
}

/** Finds the places that return "no effect", each with the edits that make it unconditional. */
function mutantsIn(source) {
  const found = []
  const seen = new Set()
  const visit = (node, parents) => {
    if (node.type === 'FunctionDeclaration' && clearing.test(node.id.name)) {
      const edits = (isActive) => [{ at: node.body.start + 1, rank: 0, insert: ` if (${isActive}) return true;` }]
      add(found, seen, { key: node.id.name, text: `function ${node.id.name} … returns true`, edits })
    } else if (isReached(node, parents) && saysNoEffect(node)) addTo(found, seen, source, node, parents)
    else if (isLeaving(node) && reportsLater(node, parents)) addTo(found, seen, source, node, parents)
    for (const [key, value] of Object.entries(node)) {
      if (key === 'parent' || typeof value !== 'object' || value === null) continue
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof child?.type === 'string') visit(child, [node, ...parents])
    }
  }
  visit(parseAst(source, { lang: 'ts' }), [])
  return found
}

/** Whether the value is a result of the function: returned directly or as a branch of a returned expression. */
function isReached(node, parents) {
  const [parent, ...rest] = parents
  if (parent === undefined) return false
  if (parent.type === 'ReturnStatement') return true
  if (parent.type === 'ArrowFunctionExpression') return parent.body === node
  if (parent.type === 'VariableDeclarator') return parent.init === node && node.type === 'ConditionalExpression'
  const isPart = parent.type === 'ConditionalExpression' ? parent.test !== node : parent.type === 'LogicalExpression'
  return isPart && (isReached(parent, rest) || rest[0]?.type === 'VariableDeclarator')
}

function saysNoEffect(node) {
  if (node.type === 'Literal') return node.value === 'none' || node.value === 'values'
  if (node.type === 'Identifier') return constants.has(node.name)
  if (node.type !== 'ObjectExpression') return false
  return node.properties.some(({ key, value }) => key?.name === 'kind' && kinds.has(value?.value))
}

function isLeaving({ type, argument }) {
  return (
    type === 'ContinueStatement' ||
    (type === 'ReturnStatement' && (argument === null || argument?.name === 'undefined'))
  )
}

/** Whether the function reports something after the statement. */
function reportsLater(node, parents) {
  const scope = parents.find(({ type }) => /Function/.test(type))
  let isLater = false
  const visit = (one) => {
    if (one.type === 'CallExpression' && one.start > node.end)
      isLater ||= reports.test(one.callee.name ?? one.callee.property?.name ?? '')
    for (const value of Object.values(one))
      for (const child of Array.isArray(value) ? value : [value]) if (typeof child?.type === 'string') visit(child)
  }
  if (scope !== undefined) visit(scope)
  return isLater
}

/** Adds the mutant of a place: either its nearest guard is always true, or its function returns at the start. */
function addTo(found, seen, source, node, parents) {
  const chain = [node, ...parents]
  const at = chain.findIndex((one, index) => {
    const below = chain[index - 1]
    if (one.type === 'ConditionalExpression') return below !== one.test
    return one.type === 'IfStatement' ? below === one.consequent : /Function/.test(one.type)
  })
  const guard = chain[at]
  if (guard === undefined) return
  const text = source.slice(guard.start, guard.end).split('\n')[0]
  if (/Function/.test(guard.type)) {
    const value = source.slice(node.start, node.end)
    // Only a value that is valid everywhere in the function can be returned at its start.
    if (guard.body.type !== 'BlockStatement' || !/^(?:'\w+'|\{ kind: '[\w-]+' \}|\w+)$/.test(value)) return
    const edits = (isActive) => [{ at: guard.body.start + 1, rank: 0, insert: ` if (${isActive}) return ${value};` }]
    add(found, seen, { key: `${guard.start} ${value}`, text: `${text} … returns ${value}`, edits })
    return
  }
  const isElse = guard.type === 'ConditionalExpression' && chain[at - 1] === guard.alternate
  const { start, end } = guard.test
  const edits = (isActive) => [
    { at: start, rank: 1, insert: isElse ? `(!(${isActive}) && (` : `(${isActive} || (` },
    { at: end, rank: 0, insert: '))' },
  ]
  add(found, seen, { key: `${start} ${isElse}`, text, edits })
}

function add(found, seen, { key, text, edits }) {
  if (seen.has(key)) return
  seen.add(key)
  found.push({ text: text.trim(), edits })
}

/** Whether a test fails with a mutant; undefined if the tests time out, for example on a busy machine. */
async function fails(cwd, id) {
  for (const files of tests) {
    const isFailing = await oneFails(cwd, id, files)
    if (isFailing !== false) return isFailing
  }
  return false
}

function oneFails(cwd, id, files) {
  return new Promise((resolve, reject) => {
    const script = join(root, 'node_modules/vitest/vitest.mjs')
    const args = [script, 'run', '--bail', '1', '--maxWorkers', '1', '--reporter', 'dot', ...files]
    const env = { ...process.env, [variable]: String(id) }
    const child = spawn(process.execPath, args, { cwd, env, stdio: 'ignore', timeout: patience })
    child.once('error', reject)
    child.once('close', (status) => resolve(status === null ? undefined : status !== 0))
  })
}

function reasonOf({ file, text }) {
  return harmless.find((one) => file.endsWith(one.file) && text.includes(one.at))?.why
}

function rendered(mutants) {
  const tested = mutants.filter(({ isKilled }) => isKilled !== undefined)
  const survivors = tested.filter(({ isKilled }) => !isKilled)
  const line = (one) =>
    `- \`${one.file.replace('src/diff/', '')}\`: \`${one.text}\`${reasonOf(one) ? `: ${reasonOf(one)}` : ''}`
  const [left, open] = [survivors.filter(reasonOf), survivors.filter((one) => reasonOf(one) === undefined)]
  return `# Mutants that always say "no effect"

Written by \`npm run mutate -- no-effect\`; do not edit. Each place in ${folders.map((name) => `\`${name}\``).join(' and ')} that returns "no effect", "cleared" or
a reason, or that leaves a comparer before it reports an edit, is made to do so always, one at a time. A mutant is killed if
${tests
  .flat()
  .map((name) => `\`${name}\``)
  .join(', ')} fail.

Mutants: ${mutants.length}, tested: ${tested.length}. Killed: ${tested.length - survivors.length}. Survived: ${open.length}. Harmless, with a reason: ${left.length}.
${open.length === 0 ? '' : `\n## Survived\n\n${open.map(line).join('\n')}\n`}${left.length === 0 ? '' : `\n## Harmless\n\n${left.map(line).join('\n')}\n`}`
}
