import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { Event } from '../../features/event/event.queries.ts'
import type { ProgrammeChoices } from '../../features/event/programme-choices.queries.ts'
import { type Concerned, countConcerned } from '../../features/event-notice/concerned.queries.ts'
import { isOver } from '../../features/event/event.ts'
import { EnumIn, Maybe, Text } from '../../http/wire/schemas.ts'
import { momentText, withinSentence } from '../../lib/format.ts'
import { at, paths } from '../../lib/paths.ts'
import { eventMoveTexts } from '../../messages/office/event-move.ts'
import { eventTexts } from '../../messages/office/event.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { QuietLink, Section, Submit } from '../../pages/parts.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { formFields } from '../kit/form-fields.tsx'
import { type Filled, typedFields } from '../kit/form-values.ts'
import { placesOf } from './event-form.tsx'
import { type FilledEvent, filledEventFrom, readEvent } from './filled-event.ts'
import { effectsOfPostponement, reasonField, tellingButton } from './schedule-changes.tsx'

/** What is done where people have booked: everybody is told by a mail or by a message that is written next, or nobody is. */
const moves = ['postpone', 'message', 'correct'] as const

export const moveBody = { move: Maybe(EnumIn(moves)), moved: Maybe(Text({ max: 200 })), ...typedFields(reasonField) }

/** An event that people have booked, at another time or place than it was. */
export type Move = {
  readonly event: Event
  readonly concerned: Concerned
  /** Absent: it begins when it did. */
  readonly startsAt?: Date
  /** Absent: it is where it was. */
  readonly place?: readonly [from: string, to: string]
}

/** Finds what the form would move without a word to those who booked; null: nothing, or there is nobody to tell. */
export async function findMove(
  { database, now }: Context,
  { tenant, language }: FastifyRequest,
  event: Event,
  filled: FilledEvent,
): Promise<Move | null> {
  const there = filledEventFrom(event, { tenant, language })
  const { startsAt, endsAt } = readEvent(filled, tenant, language).values
  const move = {
    ...(filled.starts === there.starts ? {} : { startsAt }),
    ...(filled.place === there.place ? {} : { place: [there.place, filled.place] as const }),
  }
  if (Object.keys(move).length === 0 || event.cancelledAt !== null) return null
  // Nobody comes any more.
  if ([event, { startsAt, endsAt }].every((times) => isOver(times, { now: now(), timeZone: tenant.timeZone })))
    return null
  const concerned = await database.asTenant(tenant.id, (tx) => countConcerned(tx, event.id))
  return concerned.reservations === 0 ? null : { event, concerned, ...move }
}

/** What is asked about: the start and the place, as they were typed. */
export function askedAbout({ starts, place }: FilledEvent): string {
  return `${starts} ${place}`
}

/** Says what was and what would be, and whom it concerns. */
export function askAboutMove(
  { event, concerned: { reservations, tickets }, startsAt, place }: Move,
  choices: ProgrammeChoices,
  { tenant: { timeZone }, language }: FastifyRequest,
): readonly FormProblem[] {
  const words = eventMoveTexts[language]
  const when = (at: Date) => withinSentence(momentText({ at, timeZone, language, now: null }), language)
  const places = new Map(placesOf(choices))
  const where = (id: string) => places.get(id) ?? eventTexts[language].fields.nowhere
  return [
    ...(startsAt
      ? [{ field: 'starts', detail: words.starts({ from: when(event.startsAt), to: when(startsAt) }) }]
      : []),
    ...(place ? [{ field: 'place', detail: words.place({ from: where(place[0]), to: where(place[1]) }) }] : []),
    { field: null, detail: words.booked({ reservations, tickets }) },
  ]
}

export type MoveQuestionProps = {
  readonly request: FastifyRequest
  readonly move: Move
  readonly filled: FilledEvent & Filled<typeof reasonField>
  readonly problems: readonly FormProblem[]
}

/** The answers to the question, instead of the button that saves. */
export function MoveQuestion({ request, move, filled, problems }: MoveQuestionProps) {
  const { now } = useReader()
  const { cancel, postpone } = useTexts(eventTexts)
  const words = useTexts(eventMoveTexts)
  const isPostponed = move.startsAt !== undefined && move.startsAt > now
  const field = formFields(reasonField, { words: cancel, filled, problems })
  return (
    <Section id="move" title={words.title}>
      {/* The one that Enter presses in any field of the form: it answers nothing, and is asked again. */}
      <button type="submit" hidden />
      <input type="hidden" name="moved" value={askedAbout(filled)} />
      {isPostponed ? (
        <>
          <ul class="bullets">
            {[...effectsOfPostponement(move, request), words.along].map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
          {field('reason', { rows: 3 })}
        </>
      ) : null}
      {move.startsAt === undefined ? <p>{words.messageHelp}</p> : null}
      <p class="muted small">{words.correctHelp}</p>
      <div class="actions">
        {isPostponed ? (
          <Submit name="move" value="postpone">
            {tellingButton(postpone, request)}
          </Submit>
        ) : null}
        {move.startsAt === undefined ? (
          <Submit name="move" value="message">
            {words.message}
          </Submit>
        ) : null}
        <Submit look="quiet" name="move" value="correct">
          {words.correct}
        </Submit>
        <QuietLink to={at(paths.eventSchedule, { uuid: move.event.id })}>{words.keep}</QuietLink>
      </div>
    </Section>
  )
}
