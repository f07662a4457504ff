// A list of scopes to choose from, and a short description of the chosen ones.
import type { ApiKey } from '../../../../src/http/api-types.ts'
import { fill } from '../../../language/choose-language.ts'
import { Button } from '../../../parts/button.tsx'
import { CheckList } from '../../../parts/form.tsx'
import { Labelled } from '../../../parts/records.tsx'
import { text } from './text.ts'

export type Scope = ApiKey['scopes'][number]
export const ALL_SCOPES = Object.keys(text.scopes) as Scope[]
export const READ_SCOPES = ALL_SCOPES.filter((scope) => scope.endsWith(':read'))

interface ScopeFieldProps {
  readonly selected: readonly Scope[]
  readonly onChange: (selected: readonly Scope[]) => void
}

export function ScopeField({ selected, onChange }: ScopeFieldProps) {
  const choices = ALL_SCOPES.map((scope) => ({ value: scope, label: scope, hint: text.scopes[scope] }))
  return (
    <div class="scope-field">
      <CheckList
        field="scopes"
        legend={text.scopesLegend}
        choices={choices}
        selected={selected}
        onChange={(scopes) => onChange(scopes as Scope[])}
      />
      <div class="row quick">
        <Button look="plain small" label={text.selectAll} onClick={() => onChange(ALL_SCOPES)} />
        <Button look="plain small" label={text.selectReadOnly} onClick={() => onChange(READ_SCOPES)} />
      </div>
    </div>
  )
}

/** Words as code, with room between them. */
export function CodeList({ words }: { words: readonly string[] }) {
  return (
    <span class="code-list">
      {words.map((word) => (
        <code key={word}>{word}</code>
      ))}
    </span>
  )
}

export function ScopeList({ scopes }: { scopes: readonly string[] }) {
  const missing = ALL_SCOPES.filter((scope) => !scopes.includes(scope))
  if (missing.length === 0) return <span>{text.allScopes}</span>
  if (missing.length === 1) return <span>{fill(text.allScopesExcept, { missing: missing[0]! })}</span>
  return <CodeList words={scopes} />
}

/** The scopes with their label. */
export function ScopeLine({ scopes }: { scopes: readonly string[] }) {
  return (
    <p class="quiet">
      <Labelled label={text.scopesLegend}>
        <ScopeList scopes={scopes} />
      </Labelled>
    </p>
  )
}
