import { expect, it } from 'vitest'
import { contractFinding, diffReport, driftFinding, hostileReport, monitorReport } from '../../testing/sample-report.ts'
import text from './text.ts'

const plain = { colour: false }

it('renders a diff: counts, one block per finding, then what to do', () => {
  const report = diffReport({
    findings: [
      contractFinding(),
      contractFinding({ severity: 'info', verdict: 'compatible', message: 'is now deprecated' }),
    ],
  })
  expect(text.render(report, plain)).toMatchInlineSnapshot(`
    "✖ BREAKING lending b06 → b07 · 1 breaking · 1 compatible · next version: major · policy compat
      Who is hit: 3 operations: GET /loans, GET /loans/{id}, POST /loans
      What to do: Release a new major version.

    Loan
      ✖ .status: may now be POSTPONED
        c000000000000001 enum-widened · response, breaking · GET /loans and 2 more operations · specs/lending/b07.yaml:812:9
        proof     200 application/json [{"status":"POSTPONED"}]   valid in b07, invalid in b06
      • .status: is now deprecated
        c000000000000001 enum-widened · response, compatible · GET /loans and 2 more operations · specs/lending/b07.yaml:812:9
        proof     200 application/json [{"status":"POSTPONED"}]   valid in b07, invalid in b06

    1 finding at or above error. Accept one with: specdrift baseline accept lending <id> --reason "…" --owner <who> --report report.json (written by --format json=report.json)
    "
  `)
})

it('renders a monitor run with facts and live findings with curl lines', () => {
  expect(text.render(monitorReport({ findings: [contractFinding(), driftFinding()] }), plain)).toMatchInlineSnapshot(`
    "✖ DRIFT lending b07 · 1 error · 1 of 2 operations clean · 2.9 s
      1 new · 0 open · 0 accepted · 0 fixed
      target sandbox · 3 calls

    GET /loans
      ✖ 200 application/json [].status: is null, which the contract does not allow
        d000000000000001 null-conformance · new · specs/lending/b07.yaml:812:9
      curl '$SPECDRIFT_BASE_URL/loans'

    contract     b06 → b07 · 1 breaking, published
      ✖ Loan.status may now be POSTPONED  enum-widened
    coverage     operations 100 % · statuses 75 % · properties 96 % · enum values 71 %
    gaps         1 operation has parameters that were never sent; --generate positive
                 1 operation has documented errors that were never received; --generate negative

    1 finding at or above error. Accept one with: specdrift baseline accept lending <id> --reason "…" --owner <who>
    "
  `)
})

it('lists inconclusive operations and unchecked parts', () => {
  const report = monitorReport({
    subjects: [{ operation: 'GET /loans', calls: 1, outcomes: { gateway: 1 }, findings: 0 }],
    notChecked: [{ operation: 'GET /loans', what: '200 text/csv', because: 'only JSON bodies are validated' }],
  })
  const rendered = text.render(report, plain)
  expect(rendered).toContain(
    'unchecked    1 inconclusive (gateway 1×) · 1 not checked (only JSON bodies are validated): --expand',
  )
  const expanded = text.render(report, { ...plain, expand: true })
  expect(expanded).toContain('inconclusive GET /loans  gateway 1×')
  expect(expanded).toContain('not checked  GET /loans 200 text/csv: only JSON bodies are validated')
  const why = 'Not clean: 1 operation could not be checked: a gateway responded instead of the application.'
  expect(rendered.trimEnd().split('\n').at(-1)).toBe(why)
  expect(text.render(monitorReport(), plain)).not.toContain('Not clean')
})

it('uses colors only if enabled', () => {
  const report = diffReport({ findings: [contractFinding()] })
  expect(text.render(report, plain)).not.toContain('\u001b')
  expect(text.render(report, { colour: true })).toContain('\u001b[31m')
})

it('escapes control characters', () => {
  const rendered = text.render(hostileReport(), plain)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for control characters
  expect(rendered).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
  expect(rendered).not.toMatch(/^## forged/m)
  expect(rendered).toContain('\\u001b[31mred')
})

it('proves a parameter change with a request', () => {
  const witness = {
    operation: 'GET /loans',
    part: 'query page',
    request: 'GET /loans?page=0',
    body: 0,
    proven: true,
  } as const
  const finding = contractFinding({ witness: { ...witness, validUnder: 'base', invalidUnder: 'revision' } })
  expect(text.render(diffReport({ findings: [finding] }), plain)).toContain(
    '    proof     GET /loans?page=0   valid in b06, invalid in b07\n',
  )
})
