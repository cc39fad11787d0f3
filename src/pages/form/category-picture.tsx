import type { ComponentChildren } from 'preact'
import type { WishedTenant } from '../../features/tenant/request-tenant.ts'

type PicturedCategory = WishedTenant['category']

/**
 * Draws a kind of organisation, for people who choose one, beside its description; a screen reader reads only the description. Lines take
 * the colour of the text, so that a browser that forces colours draws them in its own.
 */
export function CategoryPicture({ category }: { readonly category: PicturedCategory }) {
  return (
    <svg class="picture" viewBox="0 0 160 112" aria-hidden="true" focusable="false">
      <rect class="ground" width="160" height="112" rx="8" />
      {drawings[category]}
    </svg>
  )
}

const pair = 'a2.6 2.6 0 1 1 -5.2 0 a2.6 2.6 0 1 1 5.2 0'
/** Two quavers, around 0. */
const notes = `M-3 8 ${pair} V-6 L7 -8 V6 ${pair}`
/** A pin on a map, with its tip at 0. */
const pin = 'M0 0 c-8 -9 -11 -13 -11 -18 a11 11 0 0 1 22 0 c0 5 -3 9 -11 18 Z'

function Pin({ x, y, solid = false }: { readonly x: number; readonly y: number; readonly solid?: boolean }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path {...(solid ? { class: 'solid' } : {})} d={pin} />
      <circle cy="-18" r="4" />
    </g>
  )
}

/** The drawings, made by hand, on 160 × 112. */
const drawings: Readonly<Record<PicturedCategory, ComponentChildren>> = {
  /** One house, one stage, and the audience. */
  venue: (
    <>
      <path d="M20 98 V46 L80 16 L140 46 V98 Z" />
      <path class="light" d="M80 34 L56 72 H104 Z" />
      <path class="solid" d="M44 72 H116 V80 H44 Z" />
      <circle class="solid" cx="80" cy="50" r="5" />
      <path d="M80 56 V71 M71 61 H89" />
      <path d="M32 98 a8 8 0 0 1 16 0 M52 98 a8 8 0 0 1 16 0 M72 98 a8 8 0 0 1 16 0 M92 98 a8 8 0 0 1 16 0 M112 98 a8 8 0 0 1 16 0" />
      <path d="M10 98 H150" />
    </>
  ),
  /** By day and by night: stages and tents under the open sky. */
  festival: (
    <>
      <circle class="solid" cx="38" cy="25" r="9" />
      <path class="open" d="M38 8 v3 M26 13 l2 2 M50 13 l-2 2 M21 25 h3 M52 25 h3" />
      <path d="M122 18 a11 11 0 1 0 9 17 a13 13 0 0 1 -9 -17 Z" />
      <path d="M12 98 V70 a26 26 0 0 1 52 0 V98 Z" />
      <path class="light" d="M20 98 V70 a18 18 0 0 1 36 0 V98 Z" />
      <path class="solid" d="M20 84 H56 V92 H20 Z" />
      <path d="M106 98 V76 a21 21 0 0 1 42 0 V98 Z" />
      <path class="light" d="M113 98 V76 a14 14 0 0 1 28 0 V98 Z" />
      <path class="solid" d="M113 86 H141 V93 H113 Z" />
      <path d="M68 98 L85 64 L102 98 Z M79 98 L85 84 L91 98 M85 64 V46" />
      <path class="solid" d="M85 46 L98 51 L85 56 Z" />
      <path d="M6 98 H154" />
    </>
  ),
  /** One van on its way from place to place. */
  project: (
    <>
      <path class="open way" d="M64 93 H104 C136 93 138 68 108 67 L58 66 C20 66 22 38 54 38 H100" />
      <Pin x={126} y={85} solid />
      <Pin x={34} y={60} />
      <Pin x={104} y={38} />
      <path d="M14 96 V77 a4 4 0 0 1 4 -4 H46 L58 85 V96 Z M42 79 V86 H52 Z" />
      <path class="open" d={notes} transform="translate(28 84) scale(0.7)" />
      <circle cx="25" cy="97" r="5" />
      <circle cx="48" cy="97" r="5" />
    </>
  ),
  /** One desk, and the posters of what goes out from there, each with its dates. */
  producer: (
    <>
      <path class="open" d="M80 34 V54 M31 54 V44 H129 V54" />
      <path class="solid" d="M62 16 H98 V34 H62 Z" />
      <path class="open" d="M73 16 V10 H87 V16" />
      <path d="M14 54 H48 V88 H14 Z M63 54 H97 V88 H63 Z M112 54 H146 V88 H112 Z" />
      <path class="open" d={notes} transform="translate(31 71)" />
      <path class="open" d="M71 62 Q80 66 89 62 V71 a9 9 0 0 1 -18 0 Z M76 69 h1 M83 69 h1 M76 74 Q80 78 84 74" />
      <path class="open" d="M129 61 l3 7 l8 1 l-6 5 l2 8 l-7 -4 l-7 4 l2 -8 l-6 -5 l8 -1 Z" />
      <path
        class="open"
        d="M20 98 h4 M29 98 h4 M38 98 h4 M69 98 h4 M78 98 h4 M87 98 h4 M118 98 h4 M127 98 h4 M136 98 h4"
      />
    </>
  ),
  /** One sheet of a calendar, on which several houses write. */
  meta: (
    <>
      <path class="open way" d="M26 74 V48 H44 M134 74 V48 H116 M80 82 V72" />
      <path d="M46 16 H114 V70 H46 Z" />
      <path class="solid" d="M46 16 H114 V29 H46 Z" />
      <path class="open" d="M60 10 V21 M100 10 V21" />
      <path d="M54 36 h10 v8 h-10 Z M75 36 h10 v8 h-10 Z M96 36 h10 v8 h-10 Z M54 54 h10 v8 h-10 Z M75 54 h10 v8 h-10 Z M96 54 h10 v8 h-10 Z" />
      <path class="solid" d="M75 36 h10 v8 h-10 Z M54 54 h10 v8 h-10 Z M96 54 h10 v8 h-10 Z" />
      <path d="M14 100 V88 L26 78 L38 88 V100 Z M68 100 V94 L80 84 L92 94 V100 Z M122 100 V88 L134 78 L146 88 V100 Z" />
    </>
  ),
}
