import { testRule } from '../../testing/rule-tester.ts'
import rule from './extensible-enum-widened.ts'

testRule(rule, { request: 'compatible', response: 'compatible' })
