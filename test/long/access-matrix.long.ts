// Every operation with every kind of credential on every plan.
export {}

process.env.EVERY_PLAN = '1'
await import('../http/access-matrix.test.ts')
