import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { hasDuty } from '../../../features/tenant/has-duty.ts'
import { frameTexts } from '../../texts/admin/frame-texts.ts'
import { organisationName } from '../layout.tsx'
import { showPage } from '../page.ts'
import { type AdminArea, adminAreas, adminGroups } from './areas.ts'

type Asked = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/**
 * A page of the administration, beside the way through it: the rooms that the role of whoever asks may enter.
 *
 * @param area the room it belongs to, marked on the way
 * @param scriptPath of a file that makes it more convenient; it is complete without
 */
export function showAdminPage(
  asked: Asked,
  shown: { readonly title: string; readonly area: AdminArea; readonly scriptPath?: string },
  content: ComponentChildren,
): string {
  const { area, title, scriptPath } = shown
  return showPage(asked, { title, scriptPath, aside: <Way request={asked.request} area={area} /> }, content)
}

/** Twice in the document, for a desk and for a phone; each is out of sight, and of reach, where the other is shown. */
function Way({ request, area }: { readonly request: FastifyRequest; readonly area: AdminArea }) {
  const words = frameTexts[request.language]
  return (
    <>
      <details class="way-phone">
        <summary>
          {words.menu} · {words.areas[area]}
        </summary>
        <Rooms request={request} area={area} />
      </details>
      <div class="way-desk">
        <p class="muted small">{organisationName(request.tenant)}</p>
        <Rooms request={request} area={area} />
      </div>
    </>
  )
}

function Rooms({ request, area }: { readonly request: FastifyRequest; readonly area: AdminArea }) {
  const words = frameTexts[request.language]
  const { actor, tenant } = request
  const entries = Object.entries(adminAreas) as [AdminArea, (typeof adminAreas)[AdminArea]][]
  return (
    <>
      {adminGroups.map((group) => {
        const rooms = entries.filter(([, room]) => room.group === group && hasDuty(actor, tenant, room.duty))
        return rooms.length === 0 ? null : (
          <div key={group} class="way-group">
            <p>{words.groups[group]}</p>
            <ul>
              {rooms.map(([key, room]) => (
                <li key={key}>
                  <a href={room.path} {...(key === area ? { 'aria-current': 'page' as const } : {})}>
                    {words.areas[key]}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </>
  )
}
