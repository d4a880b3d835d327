import { testRule } from '../../testing/rule-tester.ts'
import rule from './header-removed.ts'

testRule(rule, { response: 'risky' })
