import { testRule } from '../../testing/rule-tester.ts'
import rule from './deprecation-added.ts'

testRule(rule, { request: 'compatible' })
