import type { Language } from '../../lib/language.ts'
import { sizeText } from '../../lib/size-text.ts'

export type Room = { readonly usedBytes: number; readonly mostBytes: number }

const words = {
  en: {
    full: (used: string, most: string) =>
      `There is no room left for it: pictures take ${used} of ${most}. What is replaced or removed makes room a day later.`,
    used: (used: string, most: string) => `Pictures take ${used} of ${most}.`,
  },
  fr: {
    full: (used: string, most: string) =>
      `Il n’y a plus de place : les images occupent ${used} sur ${most}. Ce qui est remplacé ou retiré libère sa place un jour plus tard.`,
    used: (used: string, most: string) => `Les images occupent ${used} sur ${most}.`,
  },
} as const satisfies Record<Language, unknown>

/** Why a picture was not taken. */
export function storageFull({ usedBytes, mostBytes }: Room, language: Language): string {
  return words[language].full(sizeText(usedBytes, language), sizeText(mostBytes, language))
}

export function storageUsed({ usedBytes, mostBytes }: Room, language: Language): string {
  return words[language].used(sizeText(usedBytes, language), sizeText(mostBytes, language))
}
