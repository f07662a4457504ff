// The listings that need a decision, one after the other.
import type { Listing, ListingDecisionRequest, ListingPage } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { fill } from '../../../language/choose-language.ts'
import { useQueue } from '../../../review/use-queue.ts'
import { LISTINGS } from './listings-api.ts'
import { text } from './text.ts'

const PAGE = '100'

const words = text.reviewPage
const confirmations = { confirm: words.confirmed, correct: words.corrected, reject: words.rejected }

export function useReview() {
  const pages = useCursorPages<Listing, ListingPage>(LISTINGS, { recommended_action: 'review', limit: PAGE })
  return useQueue<Listing, ListingDecisionRequest>({
    pages,
    idOf: ({ key }) => key,
    loadMore: pages.loadMore,
    send: ({ key }, body) => plinth.listings.decide(key, body),
    sendUndo: ({ key }) => plinth.listings.undoDecision(key),
    messages: {
      decided: ({ key }, { verdict }) => fill(confirmations[verdict], { key }),
      undone: ({ key }) => fill(words.undone, { key }),
    },
  })
}
