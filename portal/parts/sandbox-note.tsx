// Tells sandbox users and visitors that they see sandbox data.
import type { Session } from '../../src/http/api-types.ts'
import { isTestMode } from '../api/mode.ts'
import { text } from '../language/shared-text.ts'

export function SandboxNote({ session }: { session: Session | null | undefined }) {
  if (session === undefined || (session && session.account.plan !== 'sandbox' && !isTestMode())) return null
  return (
    <p class="notice">
      {text.sandboxNote} <a href="/plans">{text.sandboxPlans}</a>
    </p>
  )
}
