import { testRule } from '../../testing/rule-tester.ts'
import rule from './parameter-added.ts'

testRule(rule, { request: 'compatible' })
