import { describe, expect, it } from 'vitest'
import type { Report } from '../model/report.ts'
import { contractFinding, diffReport, driftFinding, monitorReport } from '../testing/sample-report.ts'
import { buildReport, exitCodeOf } from './build.ts'

const inconclusive = { operation: 'GET /loans', calls: 2, outcomes: { received: 1, gateway: 1 }, findings: 0 } as const

describe('buildReport', () => {
  it('sorts live findings before changes, and changes by impact, severity and location, independent of input order', () => {
    const findings = [
      contractFinding({ severity: 'info', fingerprint: '1'.repeat(16) }),
      driftFinding({ fingerprint: '2'.repeat(16) }),
      contractFinding({ severity: 'warning', fingerprint: '3'.repeat(16) }),
      contractFinding({ fingerprint: '4'.repeat(16) }),
    ]
    const order = (report: Report) => report.findings.map((finding) => finding.fingerprint[0])
    expect(order(monitorReport({ findings }))).toEqual(['2', '4', '3', '1'])
    expect(JSON.stringify(monitorReport({ findings: findings.toReversed() }))).toBe(
      JSON.stringify(monitorReport({ findings })),
    )
  })

  it('counts open findings by verdict and severity, and live findings by state', () => {
    const report = monitorReport({
      findings: [
        contractFinding(),
        contractFinding({ verdict: 'risky', severity: 'warning' }),
        driftFinding(),
        driftFinding({ state: 'accepted' }),
        driftFinding({ state: 'expired' }),
      ],
      fixed: 2,
    })
    expect(report.summary).toEqual({
      verdicts: { breaking: 3, risky: 1, compatible: 0 },
      severities: { error: 3, warning: 1, info: 0 },
      acceptedErrors: 1,
      contract: 2,
      drift: { new: 1, open: 0, regressed: 0, fixed: 2, accepted: 1, expired: 1 },
      operations: { total: 2, called: 2, inconclusive: 0 },
      calls: 3,
      gaps: [
        { what: '1 operation has parameters that were never sent', operations: 1, fix: '--generate positive' },
        {
          what: '1 operation has documented errors that were never received',
          ...{ operations: 1, fix: '--generate negative' },
        },
      ],
    })
  })

  it('counts a finding once at every operation it reaches', () => {
    const report = monitorReport({ findings: [contractFinding(), driftFinding()] })
    expect(report.subjects.map(({ operation, findings }) => [operation, findings])).toEqual([
      ['GET /loans', 2],
      ['POST /loans', 1],
    ])
  })

  it('drops findings with severity off', () => {
    expect(diffReport({ findings: [contractFinding({ severity: 'off' })] }).findings).toEqual([])
  })
})

const document = { name: 'a', file: 'a', version: '', dialect: '3.0', sha256: '' } as const

describe('exitCodeOf', () => {
  it.each<readonly [string, Report, 0 | 1 | 2]>([
    ['a clean diff', diffReport(), 0],
    ['a diff with an error', diffReport({ findings: [contractFinding()] }), 1],
    ['a diff below the threshold', diffReport({ findings: [contractFinding({ severity: 'warning' })] }), 0],
    ['a diff at the threshold', diffReport({ failOn: 'info', findings: [contractFinding({ severity: 'info' })] }), 1],
    ['a diff that never fails', diffReport({ failOn: 'never', findings: [contractFinding()] }), 0],
    ['a known finding', diffReport({ findings: [contractFinding({ state: 'accepted' })] }), 0],
    ['an expired acceptance', diffReport({ findings: [contractFinding({ state: 'expired' })] }), 1],
    ['a clean monitor run', monitorReport(), 0],
    [
      'a monitor run over a breaking change that an earlier run reported',
      monitorReport({ findings: [contractFinding()] }),
      0,
    ],
    ['a monitor run that is the first to see one', { ...monitorReport(), findings: [contractFinding()] }, 1],
    ['a shard of it', { ...monitorReport({ shard: { index: 1, count: 2 } }), findings: [contractFinding()] }, 0],
    [
      'a breaking change that is published and in no snapshot',
      monitorReport({ inputs: { published: document }, findings: [contractFinding()] }),
      1,
    ],
    ['a live error', monitorReport({ findings: [driftFinding()] }), 1],
    ['an operation that was not checked', monitorReport({ subjects: [inconclusive] }), 2],
    ['a live error beside one', monitorReport({ subjects: [inconclusive], findings: [driftFinding()] }), 1],
    [
      'a changelog with breaking entries',
      buildReport({
        ...monitorReport(),
        toolVersion: '0',
        kind: 'changelog',
        changelog: [
          {
            base: document,
            revision: { ...document, name: 'b', file: 'b' },
            findings: [contractFinding()],
          },
        ],
      }),
      0,
    ],
  ])('%s', (_name, report, code) => {
    expect(exitCodeOf(report)).toBe(code)
  })
})
