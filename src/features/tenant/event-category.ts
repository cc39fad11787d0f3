/**
 * What kind of event it is. The list is that of FEP-8a8e, by which other calendars sort events; there each is written in capitals.
 * Organisations have a category of their own (`TenantCategory`).
 */
export const eventCategories = [
  ...(['arts', 'auto_boat_air', 'book_clubs', 'business', 'causes', 'climate_environment', 'community'] as const),
  ...(['comedy', 'crafts', 'creative_jam', 'diy_maker_spaces', 'family_education', 'fashion_beauty'] as const),
  ...(['festivals', 'film_media', 'food_drink', 'games', 'inclusive_spaces', 'language_culture', 'learning'] as const),
  ...(['lgbtq', 'meeting', 'meditation_wellbeing', 'movements_politics', 'music', 'networking'] as const),
  ...(['outdoors_adventure', 'party', 'performing_visual_arts', 'pets', 'photography', 'science_tech'] as const),
  ...(['spirituality_religion_beliefs', 'sports', 'theatre', 'workshops_skill_sharing'] as const),
] as const
export type EventCategory = (typeof eventCategories)[number]

/** @returns null: it is none, or nobody said */
export function eventCategoryOf(text: string | null): EventCategory | null {
  return eventCategories.find((category) => category === text) ?? null
}
