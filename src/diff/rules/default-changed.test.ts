import { testRule } from '../../testing/rule-tester.ts'
import rule from './default-changed.ts'

testRule(rule, { request: 'risky', response: 'compatible' })
