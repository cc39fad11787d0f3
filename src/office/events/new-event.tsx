import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { findUsualVat } from '../../features/catalog/catalog.queries.ts'
import { timesLike } from '../../features/event/copy-event.ts'
import { type Event, findEvent } from '../../features/event/event.queries.ts'
import { listProgrammeChoices, type ProgrammeChoices } from '../../features/event/programme-choices.queries.ts'
import { createEvent } from '../../features/event/save-event.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { at, paths } from '../../lib/paths.ts'
import { isUuid } from '../../lib/text.ts'
import { staff, type Asked } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { eventEndsTexts } from '../../messages/office/event-ends.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { showRoom } from '../kit/frame.tsx'
import { type NewState, newPage } from '../kit/new-page.ts'
import { NewPicture } from '../kit/image-form.tsx'
import { NewHeading, NewKey } from '../kit/parts.tsx'
import { Submit } from '../../pages/parts.tsx'
import { newPictureFields, takeNewPicture } from '../kit/take-new-picture.ts'
import { whatToAsk } from './ask-once.ts'
import { Meant, NewEventForm, placesOf } from './event-form.tsx'
import { explainRefusal } from './explain-event.ts'
import { type FilledEvent, filledEventFrom, filledEventIn, newEventBody, readEvent } from './filled-event.ts'
import { filledPricesFrom } from './filled-prices.ts'
import { useTexts } from '../../pages/reader.ts'

const url = paths.newEvent

type Begun = {
  /** The event that the new one is made like; null: none. */
  readonly model: Event | null
  /** The VAT rate that most places have here. */
  readonly usualVat: number | null
}
type FilledNew = { readonly event: FilledEvent; readonly picture: Awaited<ReturnType<typeof takeNewPicture>> }

/** Registers the form of a new event, which is on sale after one form: what is left out is as usual. */
export function registerNewEventPage(app: FastifyInstance, context: Context): void {
  newPage(app, {
    url,
    access: staff('programme'),
    withFiles: true,
    body: { ...newEventBody, ...newPictureFields },
    begin: async ({ request }, like): Promise<Begun> => ({
      model: await findModel(context, request, like),
      usualVat: await context.database.asTenant(request.tenant.id, (tx) => findUsualVat(tx, 'ticket')),
    }),
    typed: async (body, { request }): Promise<FilledNew> => ({
      event: filledEventIn(body, request.tenant, null),
      picture: await takeNewPicture(context, request, body),
    }),
    check: ({ asked: { request }, begun: { model }, filled }) => {
      const { tenant, language } = request
      const event = readEvent(filled.event, tenant, language, eventTexts[language].first.usualName)
      const problems = [...event.problems, ...filled.picture.problems]
      // Nothing follows from what cannot be read.
      const moved = model === null || problems.length > 0 ? {} : timesLike(model, event.values, tenant.timeZone)
      return { values: { event: { ...event.values, ...moved }, prices: event.prices }, problems }
    },
    ask: async ({ asked, filled, values, id, body }) =>
      body.anyhow === filled.event.starts
        ? []
        : whatToAsk(context, asked.request, { ...values.event, id, published: body.publish === 'yes' }),
    save: async ({ asked: { request }, filled, values: { event, prices }, id, body }) => {
      const made = await createEvent(context, request.tenant, request.actor, {
        ...event,
        id,
        published: body.publish === 'yes',
        imageKey: filled.picture.imageKey,
        prices,
      })
      return at(paths.event, { uuid: made.id }, { done: 'made' })
    },
    explain: explainRefusal,
    show: (asked, state) => show(context, asked, state),
  })
}

/** Finds the event to copy. Null: none was named, or it is gone. */
async function findModel(context: Context, { tenant }: FastifyRequest, id: string): Promise<Event | null> {
  if (!isUuid(id)) return null
  return context.database.asTenant(tenant.id, (tx) => findEvent(tx, id))
}

async function show(
  context: Context,
  asked: Asked,
  { begun: { model, usualVat }, filled, key, problems, isAsked }: NewState<Begun, FilledNew>,
): Promise<string> {
  const { tenant, language } = asked.request
  requireSelling(tenant)
  const [words, desk] = [eventTexts[language], deskTexts[language]]
  const choices = await context.database.asTenant(tenant.id, listProgrammeChoices)
  const start = model === null ? usualEvent(choices, tenant) : { ...filledEventFrom(model, asked.request), starts: '' }
  const prices = filledPricesFrom(usualVat, { price_name: words.first.usualName }, asked.request)
  const event = filled?.event ?? { ...start, prices }
  const imageKey = filled === null ? (model?.imageKey ?? null) : filled.picture.imageKey
  const { likeTitle, likeLead } = eventEndsTexts[language]
  return showRoom(
    asked,
    {
      title: model === null ? words.newTitle : likeTitle({ name: model.name }),
      area: 'events',
      back: [paths.events, words.back],
      heading: <NewHeading model={model} title={words.newTitle} likeTitle={likeTitle} />,
      lead: model === null ? words.newLead : likeLead,
    },
    <NewEventForm
      action={url}
      filled={event}
      {...{ choices, problems, tenant }}
      hidden={
        <>
          <NewKey value={key} like={model} />
          {isAsked ? <Meant starts={event.starts} /> : null}
        </>
      }
      picture={<NewPicture {...{ imageKey, problems }} words={desk.image} note={desk.optional} />}
      buttons={<Buttons isLike={model !== null} />}
    />,
  )
}

/** Chooses the first stage of the first location, where most events are: most organisations have one place. */
function usualEvent(choices: ProgrammeChoices, tenant: Tenant): FilledEvent {
  const [[first = ''] = [], [second = first] = []] = placesOf(choices)
  const [project] = choices.projects
  return { ...filledEventIn({}, tenant, null), place: second, project: project?.id ?? '' }
}

/** The buttons of the form: a copy is looked at once more before it is published. */
function Buttons({ isLike }: { readonly isLike: boolean }) {
  const words = useTexts(eventTexts)
  const buttons = [
    <Submit key="yes" look={isLike ? 'quiet' : 'main'} name="publish" value="yes">
      {words.publishNow}
    </Submit>,
    <Submit key="no" look={isLike ? 'main' : 'quiet'} name="publish" value="no">
      {words.keepForLater}
    </Submit>,
  ]
  return <>{isLike ? buttons.toReversed() : buttons}</>
}
