// Projects at the desk: finding one, correcting it, merging it into another.
import type { DeskPath } from '../desk.tsx'
import { Editor } from './projects/editor.tsx'
import { Merge } from './projects/merge.tsx'
import { Search } from './projects/search.tsx'
import './projects/projects.css'

export function Projects({ id, part }: DeskPath) {
  if (id === undefined) return <Search />
  return part === 'merge' ? <Merge key={id} id={id} /> : <Editor key={id} id={id} />
}
