import { testRule } from '../../testing/rule-tester.ts'
import rule from './header-serialization-changed.ts'

testRule(rule, { response: 'breaking' })
