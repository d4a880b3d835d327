import { testRule } from '../../testing/rule-tester.ts'
import rule from './webhook-added.ts'

testRule(rule, { request: 'compatible' })
