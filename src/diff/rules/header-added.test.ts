import { testRule } from '../../testing/rule-tester.ts'
import rule from './header-added.ts'

testRule(rule, { response: 'compatible' })
