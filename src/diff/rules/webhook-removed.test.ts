import { testRule } from '../../testing/rule-tester.ts'
import rule from './webhook-removed.ts'

testRule(rule, { request: 'breaking' })
