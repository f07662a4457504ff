// Types of the request log's table (migration 0018).

declare module '../db/database-tables.ts' {
  interface Tables {
    request_log_blocks: {
      account_id: string
      process: string
      first_number: number
      last_number: number
      from_at: string
      to_at: string
      requests: number
      omitted: number
      classes: number
      bytes: Buffer
    }
  }
}

export {}
