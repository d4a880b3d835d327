import { testRule } from '../../testing/rule-tester.ts'
import rule from './security-widened.ts'

testRule(rule, { request: 'compatible' })
