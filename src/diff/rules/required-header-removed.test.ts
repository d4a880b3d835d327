import { testRule } from '../../testing/rule-tester.ts'
import rule from './required-header-removed.ts'

testRule(rule, { response: 'breaking' })
