// The join queue: which case is open, and decisions that are being saved.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { JoinCase, JoinCasePage, JoinDecisionBody, JoinResult } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { fill } from '../../../parts/choose-language.ts'
import { text } from './text.ts'

export type JoinState = 'open' | 'joined' | 'apart'

const JOINS = '/api/v1/desk/joins'
const PER_PAGE = '100'
/** Load further cases when fewer are left. */
const FEW_LEFT = 10

interface Decided {
  readonly join: JoinCase
  readonly sent: Promise<unknown>
}

const send = (id: string, part: string, body: JoinDecisionBody | Record<string, never>) =>
  plinth.request<{ data: JoinResult }>('POST', `${JOINS}/${encodeURIComponent(id)}${part}`, { body })

export const labelOf = ({ row, other }: JoinCase): string => row.address ?? other.address ?? row.key

export function useJoins(state: JoinState, source: string, firstId: string | undefined) {
  const [version, setVersion] = useState(0)
  const query = { state, source: source || undefined, per_page: PER_PAGE }
  const pages = useCursorPages<JoinCase, JoinCasePage>(JOINS, query, version)
  const [decidedIds, setDecidedIds] = useState<ReadonlySet<string>>(new Set())
  const [currentId, setCurrentId] = useState(firstId)
  const [saving, setSaving] = useState(0)
  const [message, setMessage] = useState('')
  const [failed, setFailed] = useState<{ readonly join: JoinCase; readonly error: Error }>()
  const decided = useRef<Decided[]>([])

  const waiting = pages.rows.filter(({ id }) => !decidedIds.has(id))
  const found = waiting.findIndex(({ id }) => id === currentId)
  const index = found === -1 ? 0 : found
  const current = waiting[index]
  // Decided cases leave the list on the server, so its first page has the next ones.
  useEffect(() => {
    if (waiting.length < FEW_LEFT && saving === 0 && pages.hasMore && !pages.loading && !pages.error)
      setVersion(version + 1)
  }, [waiting.length, saving, pages.hasMore, pages.loading])
  useEffect(() => {
    if (saving === 0) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [saving === 0])

  const setDecided = (id: string, isDecided: boolean) =>
    setDecidedIds((ids) => {
      const next = new Set(ids)
      if (isDecided) next.add(id)
      else next.delete(id)
      return next
    })
  const putBack = (id: string) => {
    setDecided(id, false)
    setCurrentId(id)
  }
  const track = <T>(request: Promise<T>): Promise<T> => {
    setSaving((count) => count + 1)
    return request.finally(() => setSaving((count) => count - 1))
  }
  return {
    pages,
    waiting,
    current,
    saving,
    message,
    failed,
    decidedCount: decidedIds.size,
    open: (id: string) => setCurrentId(id),
    step(by: 1 | -1) {
      const next = waiting[Math.max(0, Math.min(waiting.length - 1, index + by))]
      if (next) setCurrentId(next.id)
    },
    /** The next case opens at once. A decision that fails brings its case back. */
    decide(body: JoinDecisionBody) {
      if (current?.state !== 'open') return
      const join = current
      const next = waiting[index + 1] ?? waiting[index - 1]
      const sent = track(send(join.id, '', body))
      const entry = { join, sent }
      decided.current.push(entry)
      setFailed(undefined)
      setMessage(fill(text.confirmations[body.decision], { address: labelOf(join) }))
      setDecided(join.id, true)
      setCurrentId(next?.id)
      sent.catch((error: Error) => {
        decided.current = decided.current.filter((each) => each !== entry)
        setFailed({ join, error })
        setMessage('')
        putBack(join.id)
      })
    },
    /** The last decision of this visit, or the decision of the open case. */
    async undo() {
      const last = state === 'open' ? decided.current.pop() : current && { join: current, sent: Promise.resolve() }
      if (!last) return
      const { join } = last
      try {
        await last.sent
        await track(send(join.id, '/undo', {}))
        setFailed(undefined)
        setMessage(fill(text.undone, { address: labelOf(join) }))
        if (state === 'open') putBack(join.id)
        else setDecided(join.id, true)
      } catch (error) {
        setFailed({ join, error: error as Error })
      }
    },
  }
}
