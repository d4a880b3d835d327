import { Fields, isObject } from '../http/fields.ts'
import { notFound } from '../http/refusal.ts'
import { applyForValues } from '../model/application.ts'
import { type BuildRequest, type BuildStep, mapObjects } from './build.ts'

/** Relationship statuses of this build, mapped to those of the next one. */
const relationships = {
  SINGLE: 'SINGLE',
  DIVORCED_OR_WIDOWED: 'DIVORCED',
  MARRIED_OR_LIVING_WITH_PARTNER: 'MARRIED_OR_DEFACTO',
} as const

type Relationship = keyof typeof relationships

/** Values of `applyFor` in this build. */
const former = applyForValues.filter((value) => value !== 'DRAFT')

// Object.keys loses the literal types.
const formerRelationships = Object.keys(relationships) as Relationship[]

const converted: Readonly<Record<string, Relationship>> = {
  SINGLE: 'SINGLE',
  DIVORCED: 'DIVORCED_OR_WIDOWED',
  WIDOWED: 'DIVORCED_OR_WIDOWED',
  MARRIED_OR_DEFACTO: 'MARRIED_OR_LIVING_WITH_PARTNER',
}

/** Before draft applications and changes of applications, and before the current relationship statuses. */
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

/** `applyFor` can't be DRAFT; default: a Line of Credit. */
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
