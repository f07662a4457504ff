// What the signed-in person may change. The server sends it with the session.
import type { ComponentChildren, VNode } from 'preact'
import type { Session } from '../../src/http/api-types.ts'
import { useCurrentUser } from './current-user.tsx'

export type Scope = Session['scopes'][number]

export function useMay(scope: Scope): boolean {
  return useCurrentUser().session?.scopes.includes(scope) ?? false
}

/** Controls that need the scope. The account pages tell people without it why these are missing. */
export function IfMay({ scope, children }: { scope: Scope; children: ComponentChildren }): VNode | null {
  // A component that returns its children alone has no type for JSX.
  return useMay(scope) ? <>{children}</> : null
}
