// A curl command to try a new key, using an operation its scopes allow.
export function firstRequest(key: string, canLookUp: boolean): string {
  const path = canLookUp
    ? '/api/v1/building-links?address=%231203%20-1480%20howe'
    : '/api/v1/projects?city=Vancouver&limit=3'
  return `export PLINTH_KEY='${key}'
curl -s '${location.origin}${path}' \\
  -H "Authorization: Bearer $PLINTH_KEY"`
}
