import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { contractFinding, driftFinding, hostileReport, monitorReport } from '../../testing/sample-report.ts'
import { reportSchema } from './report.schema.ts'

const validate = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(reportSchema)

it.each([
  ['a run with findings', monitorReport({ findings: [contractFinding(), driftFinding()] })],
  ['hostile text', hostileReport()],
])('holds for %s', (_name, report) => {
  expect(validate(JSON.parse(JSON.stringify(report))) ? [] : validate.errors).toEqual([])
})

it.each([
  ['', { ...monitorReport(), mood: 'good' }],
  ['/findings/0', monitorReport({ findings: [{ ...contractFinding(), ...{ mood: 'good' } }] })],
  ['/inputs', { ...monitorReport(), inputs: { mood: 'good' } }],
])('fails for an unknown field at %j', (instancePath, report) => {
  expect(validate(JSON.parse(JSON.stringify(report)))).toBe(false)
  expect(validate.errors).toMatchObject([
    { instancePath, keyword: 'additionalProperties', params: { additionalProperty: 'mood' } },
  ])
})

it.each(['findings', 'summary', 'policy', 'notChecked'])('fails without %s', (name) => {
  const { [name]: _, ...rest } = JSON.parse(JSON.stringify(monitorReport()))
  expect(validate(rest)).toBe(false)
})
