import type { ComponentChildren } from 'preact'
import { Way } from '../kit/frame.tsx'
import { showPage } from '../../pages/page.ts'
import { type RootRoom, rootRooms } from './rooms.ts'
import type { Asked } from '../../http/route.ts'

/** Shows a page of the server's administration, beside its navigation. */
export function showRootPage(
  asked: Asked,
  { title, room }: { readonly title: string; readonly room: RootRoom },
  content: ComponentChildren,
): string {
  const aside = <Way request={asked.request} path={rootRooms[room]} />
  return showPage(asked, { title, forms: 'kept', aside }, content)
}
