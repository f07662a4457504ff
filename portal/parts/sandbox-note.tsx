// Says that what one looks at is the sandbox, to whoever does.
import type { Session } from '../../src/contract/api-types.ts'
import { text } from '../pages/explore/text.ts'

export function SandboxNote({ session }: { session: Session | null | undefined }) {
  if (session === undefined || (session && session.account.plan !== 'sandbox')) return null
  return (
    <p class="notice">
      {text.sandbox} <a href="/plans">{text.visitorNext}</a>
    </p>
  )
}
