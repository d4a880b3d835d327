import { Fields, isObject } from '../http/fields.ts'
import { notFound } from '../http/refusal.ts'
import { applyForValues } from '../model/application.ts'
import { type BuildRequest, type BuildStep, mapObjects } from './build.ts'

/** Relationship statuses of this build, and their names in the next one. */
const relationships = {
  SINGLE: 'SINGLE',
  DIVORCED_OR_WIDOWED: 'DIVORCED',
  MARRIED_OR_LIVING_WITH_PARTNER: 'MARRIED_OR_DEFACTO',
} as const

type Relationship = keyof typeof relationships

/** What an application could be for. */
const former = applyForValues.filter((value) => value !== 'DRAFT')

// Object.keys forgets the names of the literal above.
const formerRelationships = Object.keys(relationships) as Relationship[]

const converted: Readonly<Record<string, Relationship>> = {
  SINGLE: 'SINGLE',
  DIVORCED: 'DIVORCED_OR_WIDOWED',
  WIDOWED: 'DIVORCED_OR_WIDOWED',
  MARRIED_OR_DEFACTO: 'MARRIED_OR_LIVING_WITH_PARTNER',
}

/** Before applications could be drafts and be changed, and before the relationship statuses of now. */
export const b03: BuildStep = {
  lacks: ['PATCH /sub-account/loans/applications/{id}'],
  convertRequest(request) {
    if (request.operation.endsWith('/apply-for/{reason}') && request.path('reason') === 'DRAFT') {
      notFound('reason', 'reason', 'DRAFT')
    }
    if (request.operation === 'POST /sub-account/loans/applications') return hearApplicant(hearPurpose(request))
    if (
      request.operation === 'POST /sub-account/loans/redraws/applications' &&
      Object.hasOwn(request.body, 'applyFor')
    ) {
      new Fields(request.body).choice('applyFor', former)
    }
    return hearApplicant(request)
  },
  convertResponse: (body) =>
    mapObjects(body, (object) => {
      const status = object.relationshipStatus
      return typeof status === 'string' ? { ...object, relationshipStatus: converted[status] ?? status } : object
    }),
}

/** An application had to be for something; default: a Line of Credit. */
function hearPurpose(request: BuildRequest): BuildRequest {
  const fields = new Fields(request.body)
  const applyFor = fields.optional('applyFor', (name) => fields.choice(name, former)) ?? 'LINE_OF_CREDIT'
  return { ...request, body: { ...request.body, applyFor } }
}

function hearApplicant(request: BuildRequest): BuildRequest {
  const { applicantInfo } = request.body
  if (!isObject(applicantInfo) || !Object.hasOwn(applicantInfo, 'relationshipStatus')) return request
  const status = new Fields(request.body).object('applicantInfo').choice('relationshipStatus', formerRelationships)
  const converted = { ...applicantInfo, relationshipStatus: relationships[status] }
  return { ...request, body: { ...request.body, applicantInfo: converted } }
}
