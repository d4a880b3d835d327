import { testRule } from '../../testing/rule-tester.ts'
import rule from './parameter-removed.ts'

testRule(rule, { request: 'risky' })
