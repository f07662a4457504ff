// Choices about tables that this browser keeps: hidden columns and rows per page.
import { useState } from 'preact/hooks'

export function useStored<T>(name: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => {
    try {
      return JSON.parse(localStorage.getItem(name) ?? '') as T
    } catch {
      return initial
    }
  })
  const store = (next: T) => {
    setValue(next)
    localStorage.setItem(name, JSON.stringify(next))
  }
  return [value, store]
}

export interface PageSize {
  readonly size: number
  readonly set: (size: number) => void
}

export const PAGE_SIZES = [25, 50, 100, 200]

/** Rows per page of the list with this name. */
export function usePageSize(name: string, initial: number): PageSize {
  const [stored, set] = useStored(`rows ${name}`, initial)
  return { size: PAGE_SIZES.includes(stored) ? stored : initial, set }
}
