import { testRule } from '../../testing/rule-tester.ts'
import rule from './request-body-removed.ts'

testRule(rule, { request: 'risky' })
