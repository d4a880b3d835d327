import { testRule } from '../../testing/rule-tester.ts'
import rule from './server-added.ts'

testRule(rule, { request: 'compatible' })
