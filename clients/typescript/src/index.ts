// biome-ignore lint/performance/noBarrelFile: what a package offers has one address
export { type Answer, connect, type Guichet, type Settings } from './connect.ts'
export { Refusal } from './refusal.ts'
export type { Operations } from './generated/operations.ts'
export type * from './generated/types.gen.ts'
