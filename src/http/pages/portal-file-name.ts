// Finds the content-hashed name of a file that the portal's build wrote.
import { readdirSync } from 'node:fs'

const folder = new URL('../../../dist/portal/', import.meta.url)
let names: readonly string[] | undefined

/** Path of a built file, such as `docs-pages` + `.js`. Undefined if the portal is not built. */
export function portalFilePath(name: string, extension: string): string | undefined {
  names ??= readNames()
  const found = names.find((file) => file.startsWith(`${name}-`) && file.endsWith(extension))
  return found && `/portal/${found}`
}

function readNames(): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
