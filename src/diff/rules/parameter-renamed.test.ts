import { testRule } from '../../testing/rule-tester.ts'
import rule from './parameter-renamed.ts'

testRule(rule, { request: 'compatible' })
