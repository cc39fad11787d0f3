import type { Device } from '../wire.ts'

/** Says whose scanner this is and at which gate: in sight wherever somebody scans. */
export function Where({ tenant, device }: { tenant: string; device: Device }) {
  const parts = [tenant, device.name, device.gate].filter((part) => part !== '')
  return <p class="where">{parts.join(' · ')}</p>
}
