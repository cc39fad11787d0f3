import type { ComponentChildren } from 'preact'
import { Way } from '../kit/frame.tsx'
import { listPlaceScript } from '../kit/list-place-script.ts'
import { PageBody, type PageHead } from '../kit/parts.tsx'
import { showPage } from '../../pages/page.ts'
import { type RootRoom, rootRooms } from './rooms.ts'
import type { Asked } from '../../http/route.ts'

type RootPage = { readonly room: RootRoom }

/** Shows a page of the server's administration, beside its navigation. */
export function showRootPage(
  asked: Asked,
  { title, room }: RootPage & { readonly title: string },
  content: ComponentChildren,
): string {
  const aside = <Way request={asked.request} path={rootRooms[room]} />
  return showPage(
    asked,
    { title, forms: 'kept', aside },
    <>
      <script type="module" src={listPlaceScript.path} />
      {content}
    </>,
  )
}

/** Shows a page of one of its rooms: its head, and below it what follows. */
export function showRootRoom(
  asked: Asked,
  { room, title, heading = title, ...head }: RootPage & PageHead,
  ...content: readonly ComponentChildren[]
): string {
  return showRootPage(asked, { title, room }, <PageBody {...{ ...head, heading }}>{content}</PageBody>)
}
