// Puts an address that the reader's own key finds into samples and guides.
import { modeOf } from '../../access/principal.ts'
import { SANDBOX_SAMPLE, sampleAddress } from '../../catalog/query/sample-address.ts'
import type { Call } from '../door/route.ts'

export type AnyCall = Pick<Call<unknown, unknown, unknown>, 'services' | 'credentials' | 'headers' | 'languageChoice'>

/** The sandbox's for visitors, sandbox accounts, and while production is empty. */
export async function readerSample({ services, credentials }: AnyCall): Promise<string> {
  const { authenticator, directory } = services.access
  // A page that anyone may read must not fail because the session cannot be read.
  const session = await authenticator.findSession(credentials.cookie).catch(() => null)
  const account = session && directory.account(session.account_id)
  if (!account || modeOf(account) === 'test' || services.loading.progress('production')) return SANDBOX_SAMPLE
  return sampleAddress(services.catalog.snapshot('production')) ?? SANDBOX_SAMPLE
}

/** The addresses of the samples, with the hint of their city, which another address would contradict. */
const SAMPLES =
  /(?:#1203 -1480 howe|395 Dundas Street W 603)(["'])(?:,\s*["']?city["']?:\s*["'](?:Vancouver|Toronto)["'])?/g
const ENCODED = encodeURIComponent(SANDBOX_SAMPLE)

/** The address has no quotes: `sampleAddress` leaves out those that have. */
export function withSampleAddress(source: string, address: string): string {
  if (address === SANDBOX_SAMPLE) return source
  return source.replaceAll(SAMPLES, (_, quote) => address + quote).replaceAll(ENCODED, encodeURIComponent(address))
}
