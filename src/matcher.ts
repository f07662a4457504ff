// The matcher, as `plinth/matcher`.
export * from '@plinth/matcher'
