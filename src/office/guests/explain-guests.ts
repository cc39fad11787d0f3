import type { AppError, ErrorCode } from '../../errors.ts'
import type { OfferedPrice } from '../../features/event/event-page.queries.ts'
import type { GuestFile, ListedGuest } from '../../features/guest-list/guest-file.ts'
import { mostGuests } from '../../features/guest-list/guest-file.ts'
import type { Invited } from '../../features/guest-list/invite-guests.ts'
import { mostPlaces } from '../../features/reservation/places.ts'
import type { Language } from '../../lib/language.ts'
import { guestTexts } from '../../messages/office/guest.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'

/** Says what is wrong with a list, line by line; nothing: all of it can be read. */
export function explainFile(read: GuestFile | 'none' | 'too_many', language: Language): readonly FormProblem[] {
  const { problems: words, reasons, placesWrong, twice } = guestTexts[language]
  if (read === 'none') return [{ field: 'text', detail: words.none }]
  if (read === 'too_many') return [{ field: 'text', detail: words.tooMany({ most: mostGuests }) }]
  if (read.problems.length === 0) return []
  const lines = read.problems.map(({ line, problem }) => {
    const reason =
      problem.kind === 'twice'
        ? twice({ earlier: problem.earlier })
        : problem.kind === 'places_wrong'
          ? placesWrong({ most: mostPlaces })
          : reasons[problem.kind]
    return { field: null, detail: words.line({ line, reason }) }
  })
  return [{ field: 'text', detail: words.nobodyIsIn }, ...lines]
}

/** Says who could not be invited, line by line, and why. */
export function explainRefused(
  refused: Invited['refused'],
  price: Pick<OfferedPrice, 'maxPerUser'>,
  language: Language,
): readonly FormProblem[] {
  const { refused: words } = guestTexts[language]
  return refused.map(({ guest, error }) => ({
    field: null,
    detail: words.of({ line: guest.line, name: fullName(guest), reason: reasonOf(error, price, language) }),
  }))
}

function reasonOf({ code }: AppError, { maxPerUser }: Pick<OfferedPrice, 'maxPerUser'>, language: Language) {
  const { refused: words } = guestTexts[language]
  const reasons: Partial<Record<ErrorCode, string>> = {
    sold_out: words.soldOut,
    max_per_user: words.overMaximum({ most: maxPerUser }),
    membership_required: words.membersOnly,
    not_on_sale: words.notOnSale,
  }
  return reasons[code] ?? words.other
}

function fullName({ firstName, lastName }: ListedGuest): string {
  return [firstName, lastName].filter(Boolean).join(' ')
}
