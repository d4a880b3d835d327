import type { Rule } from '../../model/diff/rule.ts'
import type { Check } from '../../model/observation.ts'
import { examples } from '../shell/options/examples.ts'
import { destinationsOf, emitAll, type OutputFlags, outputOptions } from '../shell/options/outputs.ts'
import type { Registration } from '../shell/shell.ts'

const registerRules: Registration = (program, shell) => {
  const [format, output, json] = outputOptions(['text', 'json'])
  program
    .command('rules')
    .summary('list all rules and checks, or explain one')
    .description('Lists all diff rules and response checks, or explains one and how to fix its findings.')
    .argument('[id]', 'id of a rule or check, as printed with each finding')
    .addOption(format)
    .addOption(output)
    .addOption(json)
    .addHelpText('after', examples('specdrift rules', 'specdrift rules enum-narrowed'))
    .action(async (id: string | undefined, flags: OutputFlags) => {
      const destinations = destinationsOf(flags)
      const { catalogue, findRule } = await import('../../run/catalogue.ts')
      const { rules, checks } = catalogue
      const found = id === undefined ? undefined : findRule(id)
      await emitAll(shell, destinations, (name) => {
        if (found === undefined) return name === 'json' ? jsonOf({ rules, checks }) : listOf(rules, checks)
        if ('rule' in found) return name === 'json' ? jsonOf(found.rule) : rulePage(found.rule)
        return name === 'json' ? jsonOf(found.check) : checkPage(found.check)
      })
    })
}
export default registerRules

/** Serializes a rule or check without its functions. */
function jsonOf(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function listOf(rules: readonly Rule[], checks: readonly Check[]): string {
  const width = Math.max(...[...rules, ...checks].map(({ id }) => id.length))
  const row = (id: string, verdict: string, title: string) => `  ${id.padEnd(width)}  ${verdict.padEnd(34)}  ${title}\n`
  return [
    `Rules of a diff (${rules.length})\n`,
    ...rules.map((rule) => row(rule.id, verdictsOf(rule), rule.title)),
    `\nChecks of a live response (${checks.length})\n`,
    ...checks.map(({ id, severity, title }) => row(id, severity, title)),
    '\nExplain one with: specdrift rules <id>\n',
  ].join('')
}

const law = {
  narrowed: 'request breaking, response compatible',
  widened: 'request compatible, response breaking',
  incomparable: 'breaking both ways',
  'as-compared': 'narrowed is breaking in a request, widened in a response, incomparable in both',
} as const satisfies Record<NonNullable<Rule['effect']>, string>

function verdictsOf(rule: Rule): string {
  if (rule.effect !== undefined) return `law: ${rule.effect}`
  const { request, response } = rule.convention
  return request === response ? request : `request ${request}, response ${response}`
}

function toleranceOf({ tolerance }: Rule): string {
  return tolerance === undefined ? '' : `; it can be risky in a response: ${tolerance.because}`
}

function rulePage(rule: Rule): string {
  const verdict: readonly [string, string] =
    rule.effect === undefined
      ? ['Convention', `${verdictsOf(rule)}, because ${rule.convention.because}`]
      : ['Law', `${rule.effect}: ${law[rule.effect]}${toleranceOf(rule)}`]
  const examples = (rule.examples ?? []).map(
    ({ before, after, finds }) => `  ${finds ? 'finds it ' : 'is silent'}  ${before}  →  ${after}`,
  )
  return page(rule.id, rule.title, [['On', rule.on], ['Why', rule.why], ['Fix', rule.fix], verdict], examples)
}

function checkPage(check: Check): string {
  const rows: [string, string][] = [
    ['On', 'a live response'],
    ['Why', check.why],
    ['Fix', check.fix],
    ['Severity', check.exceptions === undefined ? check.severity : `${check.severity}; ${check.exceptions}`],
  ]
  return page(check.id, check.title, rows, [])
}

function page(id: string, title: string, rows: readonly (readonly [string, string])[], examples: readonly string[]) {
  const lines = [id, `  ${title}`, '', ...rows.map(([name, text]) => `  ${name.padEnd(12)}${text}`)]
  if (examples.length > 0) lines.push('', '  Examples', ...examples.map((example) => `  ${example}`))
  return `${lines.join('\n')}\n`
}
