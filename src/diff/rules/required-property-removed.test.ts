import { testRule } from '../../testing/rule-tester.ts'
import rule from './required-property-removed.ts'

testRule(rule, { request: 'compatible', response: 'breaking' })
