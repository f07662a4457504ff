// What the status of a listing says about the market: on it, or how it left. Pure.

export const MARKET_STATUSES = ['active', 'sold', 'leased', 'off_market'] as const
export type MarketStatus = (typeof MARKET_STATUSES)[number]

export const TRANSACTIONS = ['sale', 'lease'] as const
export type Transaction = (typeof TRANSACTIONS)[number]

const wordsOf = <T extends string>(table: Readonly<Record<T, string>>): ReadonlyMap<string, T> =>
  new Map(
    (Object.entries(table) as [T, string][]).flatMap(([meaning, words]) =>
      words.split(' ').map((word) => [word, meaning]),
    ),
  )

/** Words of the RESO Data Dictionary, of Canadian boards, and in French, folded. */
const TRANSACTION_WORDS = wordsOf<Transaction>({
  sale: 'sale forsale vente avendre',
  lease: 'lease forlease rent forrent rental residentiallease sublease forsublease location alouer',
})
/** Every other status, and none, is on the market: customers use words of their own. */
const STATUS_WORDS = wordsOf<Exclude<MarketStatus, 'active'> | 'closed'>({
  closed: 'closed close',
  sold: 'sold sld vendu vendue',
  leased: 'leased lsd rented loue louee',
  off_market:
    'offmarket inactive pending expired exp terminated ter withdrawn cancelled canceled suspended sus hold delete ' +
    'deleted incomplete comingsoon draft expire expiree retire retiree annule annulee horsmarche',
})

/** `Active Under Contract`, `ActiveUnderContract` and `active-under-contract` are one word. */
export const foldWord = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

export const readTransaction = (text: string | null): Transaction | null =>
  text === null ? null : (TRANSACTION_WORDS.get(foldWord(text)) ?? null)

/** `Closed` is a sale or a lease only if the listing says which. A listing that left its feed is off the market. */
export function marketStatus(status: string | null, transaction: Transaction | null, isGone: boolean): MarketStatus {
  const meaning = STATUS_WORDS.get(foldWord(status ?? ''))
  if (meaning === undefined) return isGone ? 'off_market' : 'active'
  if (meaning === 'sold') return transaction === 'lease' ? 'leased' : 'sold'
  if (meaning !== 'closed') return meaning
  return transaction === null ? 'off_market' : transaction === 'lease' ? 'leased' : 'sold'
}
