// Projects at the desk: finding one, correcting it, merging it into another.
import type { DeskPath } from '../page.tsx'
import { Editor } from './editor.tsx'
import { Merge } from './merge.tsx'
import { Search } from './project-search.tsx'
import './page.css'

export function Projects({ id, part }: DeskPath) {
  if (id === undefined) return <Search />
  return part === 'merge' ? <Merge key={id} id={id} /> : <Editor key={id} id={id} />
}
