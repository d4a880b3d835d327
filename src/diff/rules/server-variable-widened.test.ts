import { testRule } from '../../testing/rule-tester.ts'
import rule from './server-variable-widened.ts'

testRule(rule, { request: 'compatible' })
