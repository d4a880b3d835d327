import { testRule } from '../../testing/rule-tester.ts'
import rule from './header-became-optional.ts'

testRule(rule, { response: 'breaking' })
