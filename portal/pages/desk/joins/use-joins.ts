// The join cases, one after the other.
import { useState } from 'preact/hooks'
import type { JoinCase, JoinCasePage, JoinDecisionBody } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { fill } from '../../../language/choose-language.ts'
import { useQueue } from '../../../review/use-queue.ts'
import { text } from './text.ts'

export type JoinState = 'open' | 'joined' | 'apart'

const JOINS = '/api/v1/desk/joins'
const PER_PAGE = '100'

const send = (id: string, part: string, body: JoinDecisionBody | Record<string, never>) =>
  plinth.request('POST', `${JOINS}/${encodeURIComponent(id)}${part}`, { body })

export const labelOf = ({ row, other }: JoinCase): string => row.address ?? other.address ?? row.key

export function useJoins(state: JoinState, source: string, firstId: string | undefined) {
  const [version, setVersion] = useState(0)
  const query = { state, source: source || undefined, per_page: PER_PAGE }
  const pages = useCursorPages<JoinCase, JoinCasePage>(JOINS, query, version)
  const queue = useQueue<JoinCase, JoinDecisionBody>({
    pages,
    firstId,
    idOf: ({ id }) => id,
    // Decided cases leave the list on the server, so its first page has the next ones.
    loadMore: () => setVersion(version + 1),
    send: ({ id }, body) => send(id, '', body),
    sendUndo: ({ id }) => send(id, '/undo', {}),
    messages: {
      decided: (join, { decision }) => fill(text.confirmations[decision], { address: labelOf(join) }),
      undone: (join) => fill(text.undone, { address: labelOf(join) }),
    },
  })
  return {
    ...queue,
    first: pages.first,
    decide: (body: JoinDecisionBody, joins?: readonly JoinCase[]) => state === 'open' && queue.decide(body, joins),
    undo: () => (state === 'open' ? queue.undo() : queue.current && queue.undo(queue.current)),
  }
}
