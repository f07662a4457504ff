// What the server says about a form: each problem at its field, the others above the fields.
import { PlinthError } from '@plinth/client'
import type { ComponentChildren } from 'preact'
import { createContext } from 'preact'
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Problem } from './notice.tsx'

type Item = PlinthError['errors'][number]

const Items = createContext<readonly Item[]>([])

/** A pointer into the body: `/filters/city/0` is about the field `filters.city`. */
const isAbout = ({ pointer = '' }: Item, name: string) => `${pointer}/`.startsWith(`/${name.replaceAll('.', '/')}/`)

/** The problem of the field with this name in the API. */
export function useFieldProblem(name: string | undefined): string | undefined {
  const items = useContext(Items)
  return name === undefined ? undefined : items.find((item) => isAbout(item, name))?.message
}

/** Focuses the first field with a problem. Controls name their field in `data-field`. */
export function FieldProblems({ error, children }: { error: Error | undefined; children: ComponentChildren }) {
  const fields = useRef<HTMLDivElement>(null)
  const [others, setOthers] = useState<readonly Item[]>([])
  const items = error instanceof PlinthError ? error.errors : []
  useLayoutEffect(() => {
    const controls = [...fields.current!.querySelectorAll<HTMLElement>('[data-field]')]
    const isAt = (item: Item) => controls.some(({ dataset }) => isAbout(item, dataset.field!))
    setOthers(items.filter((item) => !isAt(item)))
    controls.find(({ dataset }) => items.some((item) => isAbout(item, dataset.field!)))?.focus()
  }, [error])
  const isHere = error !== undefined && (items.length === 0 || others.length > 0)
  return (
    <div ref={fields}>
      {isHere && <Problem error={error} messages={others.map(({ message }) => message)} />}
      <Items.Provider value={items}>{children}</Items.Provider>
    </div>
  )
}
