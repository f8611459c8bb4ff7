/** Names of fields that may be null by the contract, so that null instead of a value is state, not another shape. */
import { openApiDocument } from '../openapi/document.ts'

let names: Set<string> | undefined

export function isNullable(name: string): boolean {
  names ??= namesIn(openApiDocument('http://localhost').components.schemas)
  return names.has(name)
}

function namesIn(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found
  const { properties } = schema as { properties?: Record<string, unknown> }
  for (const [name, property] of Object.entries(properties ?? {})) if (mayBeNull(property)) found.add(name)
  for (const inner of Object.values(schema)) namesIn(inner, found)
  return found
}

function mayBeNull(property: unknown): boolean {
  const { type, anyOf = [] } = Object(property) as { type?: unknown; anyOf?: unknown[] }
  return type === 'null' || (Array.isArray(type) && type.includes('null')) || anyOf.some(mayBeNull)
}
