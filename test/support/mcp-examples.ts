// Valid arguments for every MCP tool.
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts'

export function toolExamples({ floorPlans, projects }: Snapshot): Record<string, Record<string, unknown>> {
  const plan = floorPlans.all.toArray()[0]!
  const { id, slug, address, city_name, buildings } = projects.get(plan.project_id)!
  return {
    resolve_building: { address },
    resolve_buildings: { queries: [{ query_id: 'a', address }, { query_id: 'b' }] },
    search_projects: { city: [city_name], min_price: 0, sort: 'name', limit: 3 },
    get_project: { project_id: id, include: ['floor_plans', 'media'] },
    find_buildings: { city: [city_name], sort: '-storeys', limit: 3 },
    get_building: { building_id: buildings[0]!.id },
    suggest_address: { q: address.slice(0, 8), city: city_name },
    parse_addresses: { addresses: ['#1203 -1480 howe, vancouver', address] },
    list_floor_plans: { project_id: slug, min_beds: 0 },
    get_price_history: { floor_plan_id: plan.id },
    list_media: { project_id: id, kind: ['floor_plan'] },
    lookup_values: { field: 'city', starts_with: city_name.slice(0, 3).toUpperCase() },
    find_my_listings: { project_id: id, recommended_action: ['accept'] },
    listing_duplicates: { limit: 5 },
    report_building_link: { address, verdict: 'confirm' },
  }
}
