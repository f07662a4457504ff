// What a new customer writes in TypeScript: a key, a first link, and a webhook with a checked signature.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, eventsOf, verifyWebhook } from '@plinth/client'
import { createMatcher } from '@plinth/matcher'

const baseUrl = process.env.PLINTH_SERVER ?? ''
const visitor = createClient({ baseUrl })
const { api_key } = await visitor.accounts.create({ email: 'typescript@customer.example' })
console.log(`key: ${api_key.prefix}…${api_key.last4}`)

const client = createClient({ baseUrl, apiKey: api_key.key })
const { data, meta } = await client.buildingLinks.resolve('#1203 -77 huntley')
if (meta.recommended_action !== 'accept') throw new Error(`the first link was not accepted: ${meta.outcome}`)
console.log(`link: ${data[0]?.project_name}, unit ${data[0]?.unit}, ${data[0]?.match_confidence}`)

const matcher = createMatcher([
  { key: 'howe', addresses: [{ line: '1480 Howe St' }], city: 'Vancouver', province: 'BC' },
])
const [candidate] = matcher.match({ address: '#1203 - 1480 Howe', city: 'Vancouver' }).candidates
if (candidate?.key !== 'howe') throw new Error('the matcher found nothing')
console.log(`matcher: ${candidate.key}, unit ${candidate.unit}`)

let secret = ''
let receive: (text: string) => void
const received = new Promise<string>((resolve) => {
  receive = resolve
})
const receiver = createServer(async (request, response) => {
  const body = await buffer(request)
  while (secret === '') await sleep(10)
  const message = await verifyWebhook(body, request.headers, secret).catch(() => null)
  const isForged = await verifyWebhook(`${body} `, request.headers, secret).then(
    () => false,
    () => true,
  )
  response.writeHead(message && isForged ? 204 : 400).end()
  for (const event of message ? eventsOf(message) : [])
    if (event.type === 'project.price_changed') receive(`${event.type} of ${event.data.resource.type}, signature valid`)
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
const endpoint = await client.webhooks.endpoints.create({ url, event_types: ['project.*'] })
secret = endpoint.secret
while ((await client.webhooks.endpoints.get(endpoint.id)).status !== 'enabled') await sleep(200)
console.log('endpoint: enabled')
await client.sandbox.sendEvent({ type: 'project.price_changed' })
console.log(`event: ${await received}`)
receiver.close()
