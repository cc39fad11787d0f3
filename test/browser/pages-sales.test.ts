import { lookAtPages } from '../harness/look-at-pages.ts'

await lookAtPages('sales')
