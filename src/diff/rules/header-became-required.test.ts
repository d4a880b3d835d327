import { testRule } from '../../testing/rule-tester.ts'
import rule from './header-became-required.ts'

testRule(rule, { response: 'compatible' })
