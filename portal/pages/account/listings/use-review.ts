// The review queue: what is waiting, which listing is open, and decisions in progress.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Listing, ListingDecisionRequest, ListingPage } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { fill } from '../../../parts/choose-language.ts'
import { useSessionCheck, useSessionExpiry } from '../parts/use-account.ts'
import { LISTINGS } from './listings-api.ts'
import { text } from './text.ts'

const PAGE = '100'
/** Load the next page when fewer are left. */
const FEW_LEFT = 10

interface Decided {
  readonly listing: Listing
  readonly sent: Promise<unknown>
}

const words = text.reviewPage
const confirmations = { confirm: words.confirmed, correct: words.corrected, reject: words.rejected }

export function useReview() {
  const pages = useCursorPages<Listing, ListingPage>(LISTINGS, { recommended_action: 'review', limit: PAGE })
  useSessionExpiry(pages.error)
  const checkSession = useSessionCheck()
  const [decidedKeys, setDecidedKeys] = useState<ReadonlySet<string>>(new Set())
  const [currentKey, setCurrentKey] = useState<string>()
  const [message, setMessage] = useState('')
  const [error, setError] = useState<Error>()
  const decided = useRef<Decided[]>([])

  const waiting = pages.rows.filter(({ key }) => !decidedKeys.has(key))
  const found = waiting.findIndex(({ key }) => key === currentKey)
  const index = found === -1 ? 0 : found
  const current = waiting[index]
  useEffect(() => {
    if (waiting.length < FEW_LEFT && pages.hasMore && !pages.loading && !pages.error) pages.loadMore()
  }, [waiting.length, pages.hasMore, pages.loading])

  const setDecided = (key: string, isDecided: boolean) =>
    setDecidedKeys((keys) => {
      const next = new Set(keys)
      if (isDecided) next.add(key)
      else next.delete(key)
      return next
    })
  const putBack = (key: string) => {
    setDecided(key, false)
    setCurrentKey(key)
  }
  return {
    pages,
    waiting,
    current,
    message,
    error,
    decidedCount: decidedKeys.size,
    open: (key: string) => setCurrentKey(key),
    step(by: 1 | -1) {
      const next = waiting[Math.max(0, Math.min(waiting.length - 1, index + by))]
      if (next) setCurrentKey(next.key)
    },
    /** The next listing opens at once. A decision that fails brings its listing back. */
    decide(body: ListingDecisionRequest) {
      if (!current) return
      const { key } = current
      const next = waiting[index + 1] ?? waiting[index - 1]
      const sent = plinth.listings.decide(key, body)
      const entry = { listing: current, sent }
      decided.current.push(entry)
      setError(undefined)
      setMessage(fill(confirmations[body.verdict], { key }))
      setDecided(key, true)
      setCurrentKey(next?.key)
      sent.catch((cause: Error) => {
        decided.current = decided.current.filter((each) => each !== entry)
        checkSession(cause)
        setError(cause)
        putBack(key)
      })
    },
    async undo() {
      const last = decided.current.pop()
      if (!last) return
      const { key } = last.listing
      try {
        await last.sent
        await plinth.listings.undoDecision(key)
        setError(undefined)
        setMessage(fill(words.undone, { key }))
        putBack(key)
      } catch (cause) {
        checkSession(cause as Error)
        setError(cause as Error)
      }
    },
  }
}
