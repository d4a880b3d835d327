import { expect, test } from 'vitest'
import { keyOf, nounBefore, nounsOfComponent, singularOf, wordsOf } from './names.ts'

test.each<[string, readonly string[]]>([
  ['silenceID', ['silence', 'id']],
  ['pet_id', ['pet', 'id']],
  ['sub-accounts', ['sub', 'accounts']],
  ['APIKey', ['api', 'key']],
  ['oauth2Token', ['oauth2', 'token']],
  ['größe', ['größe']],
  ['', []],
])('the words of %s', (name, words) => expect(wordsOf(name)).toEqual(words))

test.each([
  ['pets', 'pet'],
  ['categories', 'category'],
  ['addresses', 'address'],
  ['boxes', 'box'],
  ['statuses', 'status'],
  ['people', 'person'],
  ['releases', 'release'],
  ['status', 'status'],
  ['analysis', 'analysis'],
  ['class', 'class'],
  ['keys', 'key'],
  ['silence', 'silence'],
  ['news', 'news'],
])('the singular of %s is %s', (many, one) => expect(singularOf(many)).toBe(one))

test('different spellings of a name have the same key', () => {
  expect(new Set(['petId', 'pet_id', 'pet-ids', 'PetID'].map(keyOf))).toEqual(new Set(['petid']))
  expect([nounBefore('subAccountId'), nounBefore('id'), nounBefore('colour')]).toEqual([
    'subaccount',
    undefined,
    undefined,
  ])
})

test.each([
  ['/components/schemas/PetSummary', ['petsummary', 'pet']],
  ['/definitions/gettableSilence', ['gettablesilence', 'silence']],
  ['/paths/~1pets/get/responses/200/content/application~1json/schema', []],
])('the nouns of %s', (pointer, nouns) => expect(nounsOfComponent(pointer)).toEqual(nouns))
