// A command that works with a key at once: it looks up an address that the key can see.
import { useEffect } from 'preact/hooks'
import { firstRequest } from '../api/curl.ts'
import { plinth } from '../api/plinth.ts'
import { storeTestKey } from '../api/test-key.ts'
import { useLoad } from '../api/use-load.ts'
import { text } from '../language/shared-text.ts'
import { CodeBlock } from './copy.tsx'
import { Loading } from './notice.tsx'

type KeyMode = 'live' | 'test'

/** Test keys read the sandbox, like visitors; live keys read what the session reads. */
const callAs = (mode: KeyMode) => (mode === 'test' ? { headers: { authorization: 'Visitor' } } : {})

/** An address in the dataset of a key. Null if the dataset is empty. */
export function useSampleAddress(mode: KeyMode): string | null | undefined {
  const loaded = useLoad(mode, (signal) => plinth.dataset({ signal, ...callAs(mode) }))
  return loaded.error ? null : loaded.data?.sample_address
}

/** Every plan but one includes lookups. */
function useFeatures(mode: KeyMode): readonly string[] | undefined {
  const loaded = useLoad(mode, async (signal) => (await plinth.me({ signal, ...callAs(mode) })).features)
  return loaded.error ? [] : loaded.data
}

interface FirstRequestProps {
  /** Null if this tab does not know it. */
  readonly apiKey: string | null
  readonly mode: KeyMode
  /** Of the key, if known. */
  readonly scopes?: readonly string[]
}

export function FirstRequest({ apiKey, mode, scopes = ['building_links:read'] }: FirstRequestProps) {
  const address = useSampleAddress(mode)
  const features = useFeatures(mode)
  // Real keys only, not a variable's name; the documentation fills it into its samples.
  useEffect(() => {
    if (apiKey !== null) storeTestKey(apiKey)
  }, [apiKey])
  if (address === undefined || !features) return <Loading lines={3} />
  const canLookUp = scopes.includes('building_links:read') && features.includes('building_links')
  return (
    <>
      {address === null && <p>{text.emptyDataset}</p>}
      <CodeBlock>{firstRequest(apiKey, address, canLookUp)}</CodeBlock>
    </>
  )
}
