import { readFileSync } from 'node:fs'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { packageFile } from '../../files/package-file.ts'
import type { Dialect } from '../../model/dialect.ts'
import type { Flaw } from '../../model/document.ts'
import type { JsonObject } from '../../model/json.ts'
import { externalFiles } from '../reading/parse.ts'
import { structuralFlaws } from './structural-errors.ts'

const compiled = new Map<string, ValidateFunction>()

/** Validates a description against the OpenAPI Initiative's schema for its version (`schemas/openapi/`), compiled on first use. */
export function structuralFlawsOf(root: JsonObject, version: Dialect): readonly Flaw[] {
  const validate = compiled.get(version) ?? compile(version)
  compiled.set(version, validate)
  const { [externalFiles]: _, ...own } = root
  return validate(own) ? [] : structuralFlaws(validate.errors ?? [], 'is not valid')
}

function compile(version: string): ValidateFunction {
  const schema: JsonObject = JSON.parse(readFileSync(packageFile(`schemas/openapi/${version}.json`), 'utf8'))
  // Formats are annotations in this schema (JSON Schema 2020-12 §7.2.1).
  return new Ajv2020({ strict: false, allErrors: true, validateFormats: false, logger: false }).compile(schema)
}
