import { testRule } from '../../testing/rule-tester.ts'
import rule from './deprecation-removed.ts'

testRule(rule, { request: 'compatible' })
