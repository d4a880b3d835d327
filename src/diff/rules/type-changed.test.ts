import { testRule } from '../../testing/rule-tester.ts'
import rule from './type-changed.ts'

testRule(rule, { request: 'breaking', response: 'breaking' })
