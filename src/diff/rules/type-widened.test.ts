import { testRule } from '../../testing/rule-tester.ts'
import rule from './type-widened.ts'

testRule(rule, { request: 'compatible', response: 'breaking' })
