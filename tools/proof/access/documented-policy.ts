// Compares the table written by hand with what the build's OpenAPI says.
import type { AccessRow } from './access-table.ts'

interface Documented {
  readonly plans: readonly string[]
  readonly scope: string | null
}

const PLANS = ['sandbox', 'starter', 'pro', 'elite'] as const

/** Undefined for an operation that takes no credential of an account. */
export function documentedPolicy(description: string): Documented | undefined {
  const found = /^Plans: ([a-z, ]+)\.(?: Scope: `([a-z_:]+)`\.)?/m.exec(description)
  return found ? { plans: found[1]!.split(', '), scope: found[2] ?? null } : undefined
}

/** What differs, as one line each. */
export function documentedDifferences(
  table: readonly AccessRow[],
  // biome-ignore lint/suspicious/noExplicitAny: a document of any version
  document: any,
): string[] {
  const differences: string[] = []
  for (const [path, methods] of Object.entries<Record<string, { description?: string }>>(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      if (!/^(get|put|post|patch|delete)$/.test(method)) continue
      const route = `${method.toUpperCase()} ${path}`
      const rows = table.filter((row) => row.route === route)
      const documented = documentedPolicy(operation.description ?? '')
      if (rows.length === 0) differences.push(`${route} is not in the table`)
      else if (documented) differences.push(...rowDifferences(route, rows, documented))
      else if (rows.some((row) => row.scope !== null)) differences.push(`${route}: OpenAPI states no plans`)
    }
  return differences
}

function rowDifferences(route: string, rows: readonly AccessRow[], { plans, scope }: Documented): string[] {
  const allowed = PLANS.filter((plan) => rows.some(({ cells }) => cells[plan] === 'ok'))
  const stated = PLANS.filter((plan) => plans.includes(plan))
  return [
    ...(allowed.join() === stated.join() ? [] : [`${route}: plans ${allowed} in the table, ${stated} in OpenAPI`]),
    ...rows
      .filter((row) => row.scope !== scope)
      .map((row) => `${route}: scope ${row.scope} in the table, ${scope} in OpenAPI`),
  ]
}
