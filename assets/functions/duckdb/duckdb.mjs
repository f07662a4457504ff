// Adds plinth_match(query) to a connection of DuckDB in Node.
import { DuckDBScalarFunction, VARCHAR } from '@duckdb/node-api'
import { match } from './plinth.mjs'

export function addPlinthMatch(connection, name = 'plinth_match') {
  const mainFunction = (_, input, output) => {
    const queries = input.getColumnVector(0)
    for (let row = 0; row < input.rowCount; row++) {
      const query = queries.getItem(row)
      output.setItem(row, query === null ? null : match(query))
    }
    output.flush()
  }
  const parameterTypes = [VARCHAR]
  connection.registerScalarFunction(
    DuckDBScalarFunction.create({ name, parameterTypes, returnType: VARCHAR, mainFunction }),
  )
}
