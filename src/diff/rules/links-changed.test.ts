import { testRule } from '../../testing/rule-tester.ts'
import rule from './links-changed.ts'

testRule(rule, { response: 'risky' })
