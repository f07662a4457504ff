// Puts an address that the reader's own key finds, and its response, into the documentation.
import { modeOf } from '../../access/rights/principal.ts'
import { SAMPLE_ADDRESS, SECOND_SAMPLE, sampleAddress } from '../../catalog/query/sample-address.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import { linkResponseText } from '../links/link-json.ts'
import type { AnyCall } from '../server/route.ts'
import type { CatalogueServices } from '../server/services.ts'

export type ReaderCall = Pick<AnyCall<CatalogueServices>, 'services' | 'credentials' | 'headers' | 'languageChoice'>

export interface ReaderSample {
  readonly address: string
  /** Version of the dataset that the reader's key sees. Null for the sandbox, which the recorded examples are from. */
  readonly version: string | null
  /** The response of the reader's dataset to an operation's sample, where the sample is about this address. */
  responseOf(operationId: string): unknown
}

const SANDBOX: ReaderSample = { address: SAMPLE_ADDRESS, version: null, responseOf: () => undefined }

/** The sandbox's for visitors, sandbox accounts, and while production is empty. */
export async function readerSample({ services, credentials }: ReaderCall): Promise<ReaderSample> {
  const { authenticator, directory } = services.access
  // A page that anyone may read must not fail because the session cannot be read.
  const session = await authenticator.findSession(credentials.cookie).catch(() => null)
  const account = session && directory.account(session.account_id)
  if (!account || modeOf(account) === 'test' || services.loading.progress('production')?.state === 'loading')
    return SANDBOX
  const snapshot = services.catalog.snapshot('production')
  const address = sampleAddress(snapshot)
  return address === null ? SANDBOX : liveSample(address, snapshot, services)
}

/** The samples of these operations are about one address, with these parts of the response. */
const LINK_SAMPLES: Readonly<Record<string, readonly 'evidence'[]>> = {
  resolveBuildingLink: [],
  askBuildingLink: ['evidence'],
}

function liveSample(address: string, snapshot: Snapshot, services: CatalogueServices): ReaderSample {
  return {
    address,
    version: snapshot.version!.version,
    responseOf(operationId) {
      const include = LINK_SAMPLES[operationId]
      if (!include) return undefined
      const query = { address, min_confidence: 0.2, limit: 5, explain: include.length > 0 }
      const { result } = services.links.inspect(query, 'production')
      return JSON.parse(linkResponseText(result, { include: [...include] }))
    },
  }
}

/** The addresses of the samples, with the hint of their city, which another address would contradict. */
const SAMPLES = new RegExp(
  `(?:${SAMPLE_ADDRESS}|${SECOND_SAMPLE})(["'])(?:,\\s*["']?city["']?:\\s*["']Toronto["'])?`,
  'g',
)
const ENCODED = encodeURIComponent(SAMPLE_ADDRESS)

/** The address has no quotes: `sampleAddress` leaves out those that have. */
export function withSampleAddress(source: string, address: string): string {
  if (address === SAMPLE_ADDRESS) return source
  return source.replaceAll(SAMPLES, (_, quote) => address + quote).replaceAll(ENCODED, encodeURIComponent(address))
}
