// Seeded random numbers, so that a failing case can be repeated.
export { Random as SeededRandom } from '../../bench/seeded-random.ts'
