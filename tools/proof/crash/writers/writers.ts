// The writers of the crash run; `operations` of each are those that it sends.
import { EventFollower } from '../event-follower.ts'
import { CatalogueWriter } from './catalogue-writer.ts'
import { FeedWriter } from './feed-writer.ts'
import { ListingWriter } from './listing-writer.ts'
import { RowWriter } from './row-writer.ts'

const WRITERS = [CatalogueWriter, EventFollower, FeedWriter, ListingWriter, RowWriter]

/** Everything that some writer sends. */
export const WRITTEN: readonly string[] = [...new Set(WRITERS.flatMap(({ operations }) => operations))]
