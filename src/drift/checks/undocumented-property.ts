import { defineCheck } from '../../model/observation.ts'
import { typeName } from '../../util/value.ts'

export default defineCheck({
  id: 'undocumented-property',
  title: 'A property the contract does not name',
  why: 'Clients cannot know what it means; strict ones refuse it, and it may hold what was not meant to be published.',
  fix: 'Document the property, or stop sending it.',
  severity: 'warning',
  reads: 'undocumented',
  inspect({ undocumented, propose }) {
    return undocumented.map((property) => ({
      ...property,
      message: `is not documented (seen as ${typeName(property.observed)})`,
      key: property.location.slice(property.location.lastIndexOf('/') + 1),
      patch: propose.property(property),
    }))
  },
})
