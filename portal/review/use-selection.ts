// Selected rows of a list. With Shift, a click selects every row since the last one.
import { useRef, useState } from 'preact/hooks'

export interface Selection {
  readonly ids: ReadonlySet<string>
  /** In the order of the list. */
  readonly list: readonly string[]
  toggle(id: string, withShift: boolean): void
  /** All rows, or none if all are selected. */
  toggleAll(): void
  clear(): void
}

export function useSelection(list: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  // Rows that left the list are no longer selected.
  const ids = new Set(list.filter((id) => chosen.has(id)))
  return {
    ids,
    list,
    toggle(id, withShift) {
      const from = withShift && last.current !== undefined ? list.indexOf(last.current) : -1
      const to = list.indexOf(id)
      const range = from < 0 ? [id] : list.slice(Math.min(from, to), Math.max(from, to) + 1)
      const next = new Set(ids)
      for (const each of range) {
        if (ids.has(id)) next.delete(each)
        else next.add(each)
      }
      last.current = id
      setChosen(next)
    },
    toggleAll: () => setChosen(ids.size === list.length ? new Set() : new Set(list)),
    clear: () => setChosen(new Set()),
  }
}
