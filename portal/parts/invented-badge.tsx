// Marks a project or building that does not exist: all of the sandbox, and part of the demonstration.
import { text } from '../language/shared-text.ts'
import { Badge } from './badge.tsx'

export function InventedBadge({ of: { invented } }: { of: { readonly invented: boolean } }) {
  return invented ? <Badge>{text.invented}</Badge> : null
}
