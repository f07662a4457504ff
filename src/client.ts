// The client of the API, as `plinth/client`.
export * from '@plinth/client'
