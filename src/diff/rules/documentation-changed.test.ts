import { testRule } from '../../testing/rule-tester.ts'
import rule from './documentation-changed.ts'

testRule(rule, { request: 'compatible' })
