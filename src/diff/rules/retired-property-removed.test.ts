import { testRule } from '../../testing/rule-tester.ts'
import rule from './retired-property-removed.ts'

testRule(rule, { request: 'compatible', response: 'compatible' })
