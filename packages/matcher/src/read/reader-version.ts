// The version of the reader. Decisions are stored by reading and are read again when it changes.

/** Raise it with every change that may read the same text differently: numbers, streets, types, directions or places. */
export const READER_VERSION = 4
