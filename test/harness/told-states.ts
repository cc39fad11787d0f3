import { visitor } from './booking.ts'
import { type BoxOffice, createKey, hoursAhead, openBoxOffice } from './box-office.ts'
import type { PageState } from './page-state.ts'
import type { PictureServer } from './picture-server.ts'
import type { TestServer } from './server.ts'
import { originOf } from './sign-in.ts'
import { visitorAt } from './visitor.ts'

const sentence = 'An evening by the harbour, with all that belongs to it.'
const long = Array.from({ length: 6 }, () => sentence).join(' ')
const told = {
  short_description: sentence,
  long_description: `${long}\n\n${long}`,
  terms_and_conditions_document: 'https://hall.test/terms',
}

/** The pages of an organisation that says all there is to say of itself and of what it sells. */
export async function toldStates(server: TestServer, pictures: PictureServer): Promise<PageState[]> {
  const hall = await openBoxOffice(server, 'La Bavarde')
  const origin = originOf(server, hall.slug)
  await describe(server, hall, pictures)
  const picture = { img_url: pictures.url('/picture.png') }
  const make = async (letter: string, name: string, prices: readonly object[], product: object = told) => {
    const id = await hall.create('products', { name, categorie_article: letter, ...product })
    const made = prices.map((price) =>
      hall.create('prices', { product: id, prix: 12, long_description: long, short_description: sentence, ...price }),
    )
    return { product: id, prices: await Promise.all(made) }
  }
  const seats = await make('B', 'Concert', [{ name: 'Full price' }, { name: 'Reduced', stock: 4 }], {
    ...told,
    ...picture,
  })
  const contents = 'One shirt of your size\nTwo drinks at the bar\nA tote bag'
  const pack = await make('P', 'Weekend pack', [{ name: 'Weekend pack', long_description: null }], {
    ...picture,
    short_description: 'Ready at the desk from noon',
    long_description: contents,
    terms_and_conditions_document: 'https://hall.test/packs',
  })
  const poster = await make('M', 'Poster', [{ name: 'Poster', short_description: null }], { ...told, ...picture })
  const gone = await make('B', 'Balcony', [{ name: 'Full price', stock: 0 }])
  await make(
    'A',
    'Friends of the hall',
    [
      { name: 'A year', subscription_type: 'Y' },
      { name: 'A month', subscription_type: 'M' },
    ],
    { ...told, ...picture },
  )
  const options = [
    await hall.create('optionticket', { name: 'Wheelchair space', description: sentence }),
    await hall.create('optionticket', { name: 'Blanket' }),
  ]
  const artist = { ...told, site_web: 'https://owls.test/' }
  const artists = [
    { uuid: await hall.create('artists', { name: 'The Owls', ...artist }), datetime: hoursAhead(25) },
    { uuid: await hall.create('artists', { name: 'Mira Cole' }) },
  ]
  const night = async (name: string, products: readonly string[]) => {
    const event = await hall.event(products, { name, options, artists, ...picture, short_description: sentence })
    return { event, url: `${origin}/events/${(await hall.get(`/api/events/${event}/`)).json.slug}/` }
  }
  const sold = [seats, pack, poster]
  const onSale = await night(
    'A talkative night',
    sold.map(({ product }) => product),
  )
  const one = await night('A night of one kind', [seats.product])
  const soldOut = await night('A night that is gone', [gone.product])
  const price = sold.flatMap(({ prices }) => prices)
  const booked = await visitorAt(server, hall).book(onSale.event, '', {
    email: visitor(),
    price,
    qty: price.map(() => '1'),
    options,
  })
  const event = { route: 'GET /events/:slug/' }
  return [
    { name: 'home with a map and a menu', route: 'GET /', url: `${origin}/` },
    { ...event, name: 'event of which all is told', url: onSale.url },
    { ...event, name: 'event of one kind of which all is told', url: one.url },
    { ...event, name: 'event sold out of which all is told', url: soldOut.url },
    { name: 'memberships of which all is told', route: 'GET /membership/', url: `${origin}/membership/` },
    { name: 'booking of which all is told', route: 'GET /bookings/:uuid/:proof/', url: origin + booked },
  ]
}

async function describe(server: TestServer, { tenantId }: BoxOffice, pictures: PictureServer): Promise<void> {
  const key = await createKey(server, 'meta', ['--permission', 'place:write'])
  const body = {
    map_img: pictures.url('/picture.png'),
    carte_restaurant: pictures.url('/logo.png'),
    adress: '1 quay of the harbour',
    city: 'Nantes',
    phone: '+33 2 40 00 00 00',
    instagram: 'https://www.instagram.com/hall',
    twitter: '@hall',
    long_description: long,
  }
  const answer = await server.send('meta', 'PATCH', `/api/place/${tenantId}/`, { key, body })
  if (answer.status !== 200) throw new Error(`PATCH /api/place/: ${answer.status} ${answer.text}`)
}
