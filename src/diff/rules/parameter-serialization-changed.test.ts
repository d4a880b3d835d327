import { testRule } from '../../testing/rule-tester.ts'
import rule from './parameter-serialization-changed.ts'

testRule(rule, { request: 'breaking' })
