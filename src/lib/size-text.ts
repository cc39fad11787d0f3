import type { Language } from './language.ts'

const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** `1.4 GB`, in thousands as disks are sold. */
export function sizeText(bytes: number, language: Language): string {
  const power = Math.min(units.length, Math.max(1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[power - 1] ?? 'kilobyte',
    unitDisplay: 'short',
    maximumSignificantDigits: 3,
  }).format(bytes / 1000 ** power)
}
