import { expect, it } from 'vitest'
import { contractFinding, diffReport, driftFinding, hostileReport, monitorReport } from '../../testing/sample-report.ts'
import text from './text.ts'

const plain = { colour: false }

it('renders a diff: counts first, one block per finding, what to do last', () => {
  const report = diffReport({
    findings: [
      contractFinding(),
      contractFinding({ severity: 'info', verdict: 'compatible', message: 'is now deprecated' }),
    ],
  })
  expect(text.render(report, plain)).toMatchInlineSnapshot(`
    "lending  b06 → b07   1 breaking · 1 compatible                                  policy compat

    ✖ enum-widened  Loan.status  response  breaking
        may now be POSTPONED
        proof     200 application/json [{"status":"POSTPONED"}]   valid in b07, invalid in b06
        reaches   GET /loans and 2 more
        at        specs/lending/b07.yaml:812:9   widened × response → breaking
        id        c000000000000001

    • enum-widened  Loan.status  response  compatible
        is now deprecated
        proof     200 application/json [{"status":"POSTPONED"}]   valid in b07, invalid in b06
        reaches   GET /loans and 2 more
        at        specs/lending/b07.yaml:812:9   widened × response → breaking

    1 finding at or above error. Accept one with: specdrift baseline accept lending <id> --reason "…" --owner <who>
    "
  `)
})

it('renders a monitor run: a line for each question, live findings with their curl line', () => {
  expect(text.render(monitorReport({ findings: [contractFinding(), driftFinding()] }), plain)).toMatchInlineSnapshot(`
    "lending  contract b07 · target sandbox · 2/2 operations · 3 calls · 2.9 s

      contract      b06 → b07   1 breaking, published
                    ✖ enum-widened  Loan.status may now be POSTPONED
      live          1 new · 0 open · 0 accepted · 0 fixed
      inconclusive  0
      coverage      operations 100 % · statuses 75 % · properties 96 % · enum values 71 %
      gaps          1 operation has parameters that were never sent; --generate positive
                    1 operation has documented errors that were never received; --generate negative

    ✖ null-conformance  GET /loans 200 application/json [].status  response  breaking
        is null, which the contract does not allow
        observed  null at /0/status, 2 times
        at        specs/lending/b07.yaml:812:9
        curl      curl '$SPECDRIFT_BASE_URL/loans'
        id        d000000000000001

    1 finding at or above error. Accept one with: specdrift baseline accept lending <id> --reason "…" --owner <who>
    "
  `)
})

it('says what was inconclusive and what was not checked', () => {
  const report = monitorReport({
    subjects: [{ operation: 'GET /loans', calls: 1, outcomes: { gateway: 1 }, findings: 0 }],
    notChecked: [{ operation: 'GET /loans', what: '200 text/csv', because: 'only JSON bodies are validated' }],
  })
  const rendered = text.render(report, plain)
  expect(rendered).toContain('? inconclusive  GET /loans  gateway 1×')
  expect(rendered).toContain('not checked  GET /loans 200 text/csv: only JSON bodies are validated')
  const why = 'Not clean: 1 operation could not be checked, for a gateway responded instead of the application.'
  expect(rendered.trimEnd().split('\n').at(-1)).toBe(why)
  expect(text.render(monitorReport(), plain)).not.toContain('Not clean')
})

it('colours only when asked', () => {
  const report = diffReport({ findings: [contractFinding()] })
  expect(text.render(report, plain)).not.toContain('\u001b')
  expect(text.render(report, { colour: true })).toContain('\u001b[31m')
})

it('shows control characters instead of sending them to the terminal', () => {
  const rendered = text.render(hostileReport(), plain)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
  expect(rendered).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
  expect(rendered).not.toMatch(/^## forged/m)
  expect(rendered).toContain('\\u001b[31mred')
})

it('proves a change of a parameter by the request that carries it', () => {
  const witness = {
    operation: 'GET /loans',
    part: 'query page',
    request: 'GET /loans?page=0',
    body: 0,
    proven: true,
  } as const
  const finding = contractFinding({ witness: { ...witness, validUnder: 'base', invalidUnder: 'revision' } })
  expect(text.render(diffReport({ findings: [finding] }), { colour: false })).toContain(
    '    proof     GET /loans?page=0   valid in b06, invalid in b07\n',
  )
})
