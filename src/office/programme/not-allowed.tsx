import { listText } from '../../lib/format.ts'
import { errorStatus } from '../../errors.ts'
import { entryTexts } from '../../messages/office/entry.ts'
import { commonTexts } from '../../messages/site/common.ts'
import { adminAreas } from '../kit/areas.ts'
import { showRoom } from '../kit/frame.tsx'
import { Go } from '../../pages/parts.tsx'
import { categoriesThatAdd, type EntryRoom, ruleOf } from './entry-rooms.ts'
import type { Asked } from '../../http/route.ts'

/** Tells somebody who comes by an address that organisations of this kind can make none, or no more, of it. */
export function showNotAllowed({ request, reply }: Asked, room: EntryRoom): string {
  const { tenant, language } = request
  const { nouns, rules } = entryTexts[language]
  const words = nouns[room.noun]
  const names = categoriesThatAdd(room.noun).map((category) => commonTexts[language].categories[category])
  reply.code(errorStatus.category_rule)
  return showRoom(
    { request, reply },
    { title: words.newTitle, area: room.area },
    <p class="notice">{ruleOf(room.noun, tenant, language)}</p>,
    <p class="prose">{rules.whoMay({ kinds: listText(names, language) })}</p>,
    <Go class="button quiet" to={adminAreas[room.area].path}>
      {words.back}
    </Go>,
  )
}
