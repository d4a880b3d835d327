import { expect, test } from 'vitest'
import { type Lapse, notesDescription, startForgetfulService } from '../../../testing/servers/forgetful-service.ts'
import { runGenerated } from './generated.ts'

async function run(lapse?: Lapse) {
  const { context, notes, close } = await startForgetfulService(lapse)
  try {
    const { calls, notChecked } = await runGenerated(context, notesDescription, { modes: ['stateful'] })
    const findings = new Map(calls.flatMap((call) => call.findings.map((finding) => [finding.fingerprint, finding])))
    return { calls, notChecked, notes, findings: [...findings.values()] }
  } finally {
    await close()
  }
}

test('a conforming create, list, update and delete has no finding and leaves no resources', async () => {
  const { findings, notChecked, notes, calls } = await run()
  expect(findings).toEqual([])
  expect(notChecked).toEqual([])
  expect([...notes.values()]).toEqual([
    { id: 1, text: 'note 1', stars: 1 },
    { id: 2, text: 'note 2', stars: 2 },
  ])
  expect(new Set(calls.map(({ operation }) => operation)).size).toBe(5)
})

test.each<[Lapse, string, string]>([
  ['create', 'created-not-readable', 'status 404 after POST /notes made it'],
  ['list', 'list-lacks-created', 'lacks what POST /notes made'],
  ['listed', 'listed-not-readable', 'status 404 although GET /notes lists it'],
  ['update', 'update-not-visible', 'is still "text" after PUT /notes/{noteId} wrote "text b"'],
  ['delete', 'use-after-delete', 'status 200 after DELETE /notes/{noteId} deleted it'],
])('finds a service that loses the result of "%s"', async (lapse, ruleId, message) => {
  const { findings } = await run(lapse)
  expect(findings.filter((finding) => finding.ruleId === ruleId).map((finding) => finding.message)).toContain(message)
  expect(findings.filter((finding) => finding.ruleId !== ruleId && lapse !== 'create')).toEqual([])
})

test('a delayed effect seen at the second read is no finding', async () => {
  expect((await run('late')).findings).toEqual([])
})

test('resources that could not be deleted are named', async () => {
  const { notChecked } = await run('refuse-delete')
  expect(notChecked).toContainEqual({
    operation: 'POST /notes',
    what: 'deleting noteId 3, which it made',
    because: 'DELETE /notes/{noteId} got 409',
  })
})
