import type { Field } from '../../lib/field.ts'
import { foldedWords } from '../../lib/text.ts'
import { type ImportFieldName, type ImportKind, importFields, type Mapping } from './import-kind.ts'

/** The name of a field for people and programs: the interface's. */
export function fieldName(field: Field): string {
  return field.wire ?? field.form ?? ''
}

/** The names of the fields of a kind, in their order. */
export function fieldNames(kind: ImportKind): readonly ImportFieldName[] {
  return Object.values(importFields[kind]).map((field) => fieldName(field) as ImportFieldName)
}

/** Tells whether a field has to be read from some column. */
export function isRequired(kind: ImportKind, name: string): boolean {
  return Object.values(importFields[kind]).some((field: Field) => field.required && fieldName(field) === name)
}

/** Headings of spreadsheets in English, French, German and Spanish beside the interface's own names, folded, letters only. */
const headings: Readonly<Record<ImportKind, Readonly<Record<string, string>>>> = {
  locations: {
    uuid: 'id',
    name: 'place location venue nom lieu salle ort veranstaltungsort lugar sala nombre',
    adress: 'address street adresse strasse direccion calle',
    postal_code: 'postalcode postcode zip codepostal cp plz postleitzahl codigopostal',
    city: 'town ville commune stadt ciudad',
    latitude: 'lat breite breitengrad latitud',
    longitude: 'lon lng long lange langengrad longitud',
  },
  artists: {
    uuid: 'id',
    name: 'artist artiste organisation nom kunstler artista nombre',
    short_description: 'description beschreibung descripcion',
    site_web: 'website site url siteweb webseite sitioweb',
  },
  options: { uuid: 'id', name: 'option nom opcion nombre', description: 'beschreibung descripcion' },
  products: {
    uuid: 'id productuuid product',
    name: 'productname produit nom produkt bezeichnung producto nombre',
    categorie_article: 'kind type category categorie art tipo',
    short_description: 'description beschreibung descripcion',
    publish: 'published publie',
    'prices.uuid': 'priceuuid priceid',
    'prices.name': 'price pricename tarif preisname tarifa',
    'prices.prix': 'prix amount montant preis betrag precio importe',
    'prices.vat': 'vat tva mwst ust iva',
    'prices.stock': 'stock bestand existencias',
    'prices.max_per_user': 'maxperuser maxpersonne',
    'prices.subscription_type': 'subscriptiontype period periode dauer duracion',
  },
  events: {
    uuid: 'id eventuuid',
    name: 'event title titre nom evenement spectacle manifestation veranstaltung titel evento nombre titulo',
    datetime: 'date start starts debut beginn datum fecha inicio',
    end_datetime: 'end ends fin ende',
    short_description: 'description beschreibung descripcion',
    capacity: 'jauge jaugemax kapazitat aforo capacidad',
    published: 'publie',
    products: 'produits produkte productos',
    location: 'place venue lieu salle ort veranstaltungsort lugar sala',
    artists: 'artist artistes artiste kunstler artistas artista',
    options: 'optionscheckbox option optionen opciones',
    cancelled_at: 'canceledat cancelledon annulele storniertam abgesagtam anuladoel canceladoel',
  },
  members: {
    uuid: 'id',
    email: 'mail usermail emailaddress courriel adressemail correo correoelectronico',
    number: 'membernumber numero numeroadherent numerodadherent no mitgliedsnummer numerodesocio',
    first_name: 'firstname prenom vorname nombre',
    last_name: 'lastname nom nachname apellidos apellido',
    product: 'membership adhesion productname produit mitgliedschaft produkt membresia producto',
    price: 'pricename tarif tarifa',
    valid_from:
      'from start begin debut datecontribution dateadhesion firstcontribution beginn gultigab desde inicio du von del',
    valid_until: 'until end deadline fin echeance validejusquau ende gultigbis hasta vencimiento au bis al',
    amount: 'contributionvalue montant prix betrag importe',
    cancelled: 'canceled annule storniert anulado',
    cancelled_at: 'canceledat cancelledon annulele storniertam anuladoel',
  },
  tickets: {
    uuid: 'id ticketuuid ticket billet numerodebillet entrada',
    reservation: 'reservationuuid booking order commande buchung reserva',
    datetime: 'bookedat date created createdat datedereservation buchungsdatum fecha',
    user_mail: 'email mail emailaddress courriel adressemail correo correoelectronico',
    reservation_status: 'bookingstatus statutdelareservation',
    event: 'eventuuid eventname evenement spectacle manifestation veranstaltung evento',
    product: 'productname produit produkt producto',
    price: 'pricename tarif tarifa',
    amount: 'montant prix betrag preis importe precio',
    first_name: 'firstname prenom vorname nombre',
    last_name: 'lastname nom nachname apellidos apellido',
    status: 'ticketstatus statut etat estado',
    scanned_at: 'scannedat scanne eingelassen escaneado',
    seat: 'place siege platz asiento',
  },
  cards: {
    uuid: 'id carduuid',
    tag_id: 'tagid firsttagid tag nfc',
    number: 'cardnumber numero nummer numerodetarjeta',
    balance: 'solde wallet montant guthaben saldo',
  },
}

/** Finds the column of each field by its heading: by the interface's name first, and no column twice. */
export function guessMapping(kind: ImportKind, columns: readonly string[]): Mapping {
  const folded = columns.map(bare)
  const used = new Set<number>()
  const mapping: Record<string, number> = {}
  const find = (name: string, wanted: readonly string[]) => {
    if (name in mapping) return
    const at = wanted.map((one) => folded.findIndex((heading, index) => heading === one && !used.has(index)))
    const first = at.find((index) => index >= 0)
    if (first === undefined) return
    used.add(first)
    mapping[name] = first
  }
  for (const name of fieldNames(kind)) find(name, [bare(name)])
  for (const name of fieldNames(kind)) find(name, (headings[kind][name] ?? '').split(' '))
  return mapping
}

/** Names the columns that no field is read from: what they hold is dropped. */
export function unreadColumns({
  columnNames,
  mapping,
}: {
  readonly columnNames: readonly string[]
  readonly mapping: Mapping
}): readonly string[] {
  const read = new Set(Object.values(mapping))
  return columnNames.filter((_, index) => !read.has(index))
}

const bare = (heading: string) => foldedWords(heading.replace(/[._]/g, ' ')).join('')
