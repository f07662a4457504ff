import { routes } from './src/http/routes.ts'
for (const r of routes) if (!r.operation.hidden) console.log(r.operation.id, r.method, r.path, r.operation.policy.who, r.operation.response.schema ? 'S' : r.operation.response.type, JSON.stringify(r.operation.example ?? null).slice(0, 130))
