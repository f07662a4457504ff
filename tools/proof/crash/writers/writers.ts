// The writers of the crash run; `operations` of each are those that it sends.
import { AccountWriter } from './account-writer.ts'
import { CatalogueWriter } from './catalogue-writer.ts'
import { DeskWriter } from './desk-writer.ts'
import { EndpointWriter } from './endpoint-writer.ts'
import { FeedWriter } from './feed-writer.ts'
import { KeyWriter } from './key-writer.ts'
import { ListingWriter } from './listing-writer.ts'

const WRITERS = [AccountWriter, CatalogueWriter, DeskWriter, EndpointWriter, FeedWriter, KeyWriter, ListingWriter]

/** Everything that some writer sends. */
export const WRITTEN: readonly string[] = WRITERS.flatMap(({ operations }) => operations)
