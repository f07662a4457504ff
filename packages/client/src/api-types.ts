// The types of requests and responses. The build writes them out, so that the package needs neither the schemas nor zod.
export type * from '../../../src/http/api-types.ts'
