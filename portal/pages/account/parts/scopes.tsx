// Scopes: chosen one by one with what each opens, and listed in short.
import type { ApiKey } from '../../../../src/contract/api-types.ts'
import { CheckList } from '../../../parts/form.tsx'
import { text } from '../keys/text.ts'

export type Scope = ApiKey['scopes'][number]
export const ALL_SCOPES = Object.keys(text.scopes) as Scope[]
const READING = ALL_SCOPES.filter((scope) => scope.endsWith(':read'))

interface ScopeFieldProps {
  readonly chosen: readonly Scope[]
  readonly onChange: (chosen: readonly Scope[]) => void
}

export function ScopeField({ chosen, onChange }: ScopeFieldProps) {
  const choices = ALL_SCOPES.map((scope) => ({ value: scope, label: scope, hint: text.scopes[scope] }))
  return (
    <div class="scope-field">
      <CheckList
        legend={text.scopesLegend}
        choices={choices}
        chosen={chosen}
        onChange={(wanted) => onChange(wanted as Scope[])}
      />
      <div class="row quick">
        <button type="button" class="plain small" onClick={() => onChange(ALL_SCOPES)}>
          {text.scopesAll}
        </button>
        <button type="button" class="plain small" onClick={() => onChange(READING)}>
          {text.scopesReading}
        </button>
      </div>
    </div>
  )
}

export function ScopeList({ scopes }: { scopes: readonly string[] }) {
  const missing = ALL_SCOPES.filter((scope) => !scopes.includes(scope))
  if (missing.length === 0) return <span>{text.allScopes}</span>
  if (missing.length === 1) return <span>{text.allScopesBut(missing[0]!)}</span>
  return (
    <span class="scopes">
      {scopes.map((scope) => (
        <code key={scope}>{scope}</code>
      ))}
    </span>
  )
}
