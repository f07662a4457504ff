// A queue decided item by item: which one is open, and decisions that are being saved.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { CursorPages } from '../api/use-cursor-pages.ts'

/** Load further items when fewer are left. */
const FEW_LEFT = 10

interface QueueOptions<Item, Decision> {
  // biome-ignore lint/suspicious/noExplicitAny: any page of these items
  readonly pages: CursorPages<Item, any>
  readonly firstId?: string | undefined
  readonly idOf: (item: Item) => string
  readonly loadMore: () => void
  readonly send: (item: Item, decision: Decision) => Promise<unknown>
  readonly sendUndo: (item: Item) => Promise<unknown>
  readonly messages: {
    readonly decided: (item: Item, decision: Decision) => string
    readonly undone: (item: Item) => string
  }
}

export function useQueue<Item, Decision>(options: QueueOptions<Item, Decision>) {
  const { pages, firstId, idOf, loadMore, send, sendUndo, messages } = options
  const [decidedIds, setDecidedIds] = useState<ReadonlySet<string>>(new Set())
  const [currentId, setCurrentId] = useState(firstId)
  const [saving, setSaving] = useState(0)
  const [message, setMessage] = useState('')
  const [failed, setFailed] = useState<readonly { readonly item: Item; readonly error: Error }[]>([])
  const decided = useRef<{ readonly item: Item; readonly sent: Promise<unknown> }[]>([])
  const waiting = pages.rows.filter((item) => !decidedIds.has(idOf(item)))
  const index = Math.max(
    0,
    waiting.findIndex((item) => idOf(item) === currentId),
  )
  const current = waiting[index]
  const isIdle = saving === 0 && !pages.loading && !pages.error
  useEffect(() => {
    if (waiting.length < FEW_LEFT && pages.hasMore && isIdle) loadMore()
  }, [waiting.length, pages.hasMore, isIdle])
  useEffect(() => {
    if (saving === 0) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [saving === 0])

  const setDecided = (item: Item, isDecided: boolean) =>
    setDecidedIds((ids) => {
      const next = new Set(ids)
      if (isDecided) next.add(idOf(item))
      else next.delete(idOf(item))
      return next
    })
  const putBack = (item: Item) => {
    setDecided(item, false)
    setCurrentId(idOf(item))
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
      if (next) setCurrentId(idOf(next))
    },
    /** The next item opens at once. A decision that fails brings its item back. */
    decide(decision: Decision, items: readonly Item[] = current ? [current] : []) {
      const next = [...waiting.slice(index), ...waiting.slice(0, index).reverse()].find((item) => !items.includes(item))
      setFailed([])
      for (const item of items) {
        const entry = { item, sent: track(send(item, decision)) }
        decided.current.push(entry)
        setMessage(messages.decided(item, decision))
        setDecided(item, true)
        entry.sent.catch((error: Error) => {
          decided.current = decided.current.filter((each) => each !== entry)
          setFailed((before) => [...before, { item, error }])
          setMessage('')
          putBack(item)
        })
      }
      setCurrentId(next && idOf(next))
    },
    /** The last decision of this visit, or the earlier decision of an item, which then leaves the list. */
    async undo(earlier?: Item) {
      const last = earlier ? { item: earlier, sent: undefined } : decided.current.pop()
      if (!last) return
      try {
        await last.sent
        await track(sendUndo(last.item))
        setFailed([])
        setMessage(messages.undone(last.item))
        if (earlier) setDecided(earlier, true)
        else putBack(last.item)
      } catch (error) {
        setFailed([{ item: last.item, error: error as Error }])
      }
    },
  }
}
