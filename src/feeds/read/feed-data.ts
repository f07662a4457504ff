// What is known about feeds, as data: assets/feeds.json says what each table is for.
import { readFileSync } from 'node:fs'

interface FeedData {
  readonly dialects: readonly {
    readonly name: string
    readonly hosts: readonly string[]
    readonly maxPage: number | null
    readonly fields: Readonly<Record<string, readonly string[]>>
  }[]
  readonly placeholders: Readonly<Record<string, readonly string[]>>
  readonly transactions: Readonly<Record<'sale' | 'lease', readonly string[]>>
}

const FILE = new URL('../../../assets/feeds.json', import.meta.url)

export const FEED_DATA: FeedData = JSON.parse(readFileSync(FILE, 'utf8'))
