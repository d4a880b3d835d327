// Renders bench/results/mutation.md: the score of each room, and every survivor with the reason for accepting it.
import { reasonOf, scoreOf } from './results.mjs'
import { rooms } from './rooms.mjs'

const kinds = {
  equivalent: 'No test can tell: the result is the same',
  text: 'Only the wording of a message or of an internal key changes',
  costly: 'A test would need gigabytes or minutes',
  elsewhere: 'Noticed by tests that this run leaves out (they start other processes or take long)',
  closed: 'Closed after the run that found it',
  open: 'Not looked at, or not closed yet',
}

export function page(results) {
  return `# Mutation scores

Written by \`npm run mutate\`; do not edit. Stryker changes the sources of a room one spot at a time (a condition turned, a
call left out, a text emptied) and runs the tests of that room (\`mutate/rooms.mjs\`) on each change. A mutant is killed when a
test fails. The score is what was killed of the mutants that are not equivalent. A sample is drawn by a hash of
each mutant and a seed.${shared()}

| room | files | mutants tested | killed | survived | of these equivalent | score |
|---|---|---|---|---|---|---|
${Object.entries(results)
  .map(([name, result]) => row(name, result))
  .join('\n')}
${missing(results)}${Object.entries(results)
  .map(([name, result]) => section(name, result))
  .join('')}`
}

/** Explains which mutants are excluded in rooms that load modules once. */
function shared() {
  const names = Object.keys(rooms).filter((name) => rooms[name].sharesModules === true)
  return names.length === 0
    ? ''
    : ` Of ${names.join(', ')}, mutants in what a module makes when it is loaded (tables, regular\nexpressions) are left out: the tests load each module once.`
}

/** Lists the rooms without a score. */
function missing(results) {
  const names = Object.keys(rooms).filter((name) => !Object.hasOwn(results, name))
  return names.length === 0 ? '' : `\nWithout a score, because no run has ended yet: ${names.join(', ')}.\n`
}

function row(name, result) {
  const { mutants, killed, survivors, sample } = result
  const files = rooms[name].mutate.map((file) => `\`${file}\``).join(', ')
  const same = survivors.filter((each) => kindOf(each) === 'equivalent').length
  const tested = sample === undefined ? mutants : `${mutants} (of ${sample.of}, seed ${sample.seed})`
  return `| ${name} | ${files} | ${tested} | ${killed} | ${survivors.length} | ${same} | ${scoreOf(result).toFixed(1)} % |`
}

function section(name, { survivors }) {
  const lists = Object.entries(kinds).map(([kind, title]) => {
    const these = survivors.filter((each) => kindOf(each) === kind)
    return these.length === 0 ? '' : `\n${title}:\n\n${these.map(line).join('\n')}\n`
  })
  return `\n## ${name}\n${survivors.length === 0 ? '\nNothing survived.\n' : lists.join('')}`
}

function kindOf(survivor) {
  return reasonOf(survivor)?.kind ?? 'open'
}

function line(survivor) {
  const { file, line: number, from, to, covered } = survivor
  const why = reasonOf(survivor)?.why
  const note = covered === false ? ' (no test runs it)' : ''
  return `- \`${file}:${number}\` ${code(from)} → ${code(to)}${note}${why === undefined ? '' : `: ${why}`}`
}

/** Formats a code span; the text may contain backticks. */
function code(text) {
  const fence = text.includes('``') ? '```' : '``'
  return text.includes('`') ? `${fence} ${text} ${fence}` : `\`${text === '' ? ' ' : text}\``
}
