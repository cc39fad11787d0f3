import type { MinorDigits } from '../../../lib/money.ts'
import { localized } from '../localized.ts'

type PriceTexts = {
  readonly newTitle: string
  readonly newLead: string
  readonly made: string
  readonly fields: {
    readonly name: string
    readonly nameHelp: string
    readonly usualName: string
    readonly amount: (currency: string) => string
    readonly amountHelp: string
    readonly open: string
    readonly openHelp: string
    readonly isOpen: string
    readonly period: string
    readonly periods: Readonly<Record<'year' | 'month' | 'endless', string>>
    readonly stock: string
    readonly stockAtEvent: string
    readonly stockInAll: string
    readonly most: string
    readonly mostAtEvent: string
    readonly mostInAll: string
    readonly sale: string
    readonly saleStarts: string
    readonly saleStartsHelp: string
    readonly saleEnds: string
    readonly saleEndsHelp: string
    readonly rules: string
    readonly members: string
    readonly membersHelp: string
    readonly everybody: string
    readonly vat: string
    readonly vatHelp: string
    readonly shortDescription: string
    readonly shortHelp: string
    readonly longDescription: string
    readonly scanNote: string
    readonly scanNoteHelp: string
    readonly noteOfProduct: (note: string) => string
  }
  readonly booked: (count: number) => string
  readonly noneBooked: string
  readonly keepsAmount: string
  readonly changed: string
  readonly problems: {
    readonly name: string
    /** By the decimals of the currency. */
    readonly amount: Readonly<Record<MinorDigits, string>>
    readonly atLeastOne: string
    readonly vat: string
  }
  readonly like: string
  readonly likeHelp: string
  readonly likeTitle: (name: string) => string
  readonly likeLead: string
  readonly archive: string
  readonly archiveHelp: string
  readonly archived: string
  readonly bringBack: string
}

/** What something costs, and for whom, when and how often. */
export const priceTexts = localized<PriceTexts>({
  en: {
    newTitle: 'New price',
    newLead: 'A name and an amount are enough.',
    made: 'The product is made. Now say what it costs.',
    fields: {
      name: 'Name',
      nameHelp: 'Such as “Full price”, “Reduced” or a size.',
      usualName: 'Full price',
      amount: (currency) => `Amount in ${currency}`,
      amountHelp: '0 is free of charge.',
      open: 'Who sets the amount',
      openHelp: 'The amount above is then the least, such as 5 for “5 or more”.',
      isOpen: 'Whoever pays chooses how much',
      period: 'How long the membership lasts',
      periods: { year: 'A year', month: 'A month', endless: 'Without end' },
      stock: 'How many',
      stockAtEvent: 'At each event that sells it. Empty: as many as there are places.',
      stockInAll: 'In all. Empty: no limit.',
      most: 'At most for one person',
      mostAtEvent: 'With one e-mail address, at one event.',
      mostInAll: 'With one e-mail address.',
      sale: 'When it is sold',
      saleStarts: 'From',
      saleStartsHelp: 'Empty: at once.',
      saleEnds: 'Until',
      saleEndsHelp: 'Empty: as long as the product is on sale. For an early bird, the evening it ends.',
      rules: 'Members, VAT, descriptions, door',
      members: 'For whom',
      membersHelp: 'For members alone: whoever books it signs in and has that membership.',
      everybody: 'Everybody',
      vat: 'VAT in percent',
      vatHelp: 'Such as 5.5. Empty: none, and receipts say so.',
      shortDescription: 'In one sentence',
      shortHelp: 'Such as “Students and job seekers, with proof”.',
      longDescription: 'Everything people should know',
      scanNote: 'Note for the door',
      scanNoteHelp: 'Shown to whoever scans such a ticket, such as “Look at the student card”.',
      noteOfProduct: (note) => `The product says already: “${note}”`,
    },
    booked: (count) => (count === 1 ? 'One is booked at this price.' : `${count} are booked at this price.`),
    noneBooked: 'Nothing is booked at this price.',
    keepsAmount: 'What is booked keeps its amount, whatever you change here.',
    changed:
      'Somebody else changed this price while you had it open. Beside each field that differs stands what is there now; what you typed is kept. Save again to put yours in its place.',
    problems: {
      name: 'Say what the price is called.',
      amount: {
        0: 'Say what it costs, such as 12. 0 is free of charge.',
        2: 'Say what it costs, such as 12 or 12.50. 0 is free of charge.',
        3: 'Say what it costs, such as 12 or 12.500. 0 is free of charge.',
      },
      atLeastOne: 'Use a whole number of 1 or more.',
      vat: 'Use a rate from 0 to 100, such as 5.5, or leave it empty.',
    },
    like: 'Duplicate this price',
    likeHelp: 'Opens a form with everything that is said here, and nothing is made before you save it.',
    likeTitle: (name) => `Another price like ${name}`,
    likeLead:
      'Everything is as there but the name: give it one of its own, and change what differs. What is booked is not copied.',
    archive: 'Archive this price',
    archiveHelp: 'Nobody can buy at it any more. What was sold stays valid, and it can be brought back.',
    archived: 'It is archived: nobody can buy at it. What was sold stays valid.',
    bringBack: 'Sell at this price again',
  },
  fr: {
    newTitle: 'Nouveau tarif',
    newLead: 'Un nom et un montant suffisent.',
    made: 'Le produit est créé. Dites maintenant ce qu’il coûte.',
    fields: {
      name: 'Nom',
      nameHelp: 'Comme « Plein tarif », « Réduit » ou une taille.',
      usualName: 'Plein tarif',
      amount: (currency) => `Montant en ${currency}`,
      amountHelp: '0 : gratuit.',
      open: 'Qui fixe le montant',
      openHelp: 'Le montant ci-dessus est alors le minimum, comme 5 pour « 5 ou plus ».',
      isOpen: 'La personne qui paie choisit combien',
      period: 'Durée de l’adhésion',
      periods: { year: 'Un an', month: 'Un mois', endless: 'Sans fin' },
      stock: 'Combien',
      stockAtEvent: 'Pour chaque évènement qui le vend. Vide : autant que de places.',
      stockInAll: 'En tout. Vide : sans limite.',
      most: 'Au plus par personne',
      mostAtEvent: 'Avec une même adresse e-mail, pour un évènement.',
      mostInAll: 'Avec une même adresse e-mail.',
      sale: 'Quand il se vend',
      saleStarts: 'À partir du',
      saleStartsHelp: 'Vide : tout de suite.',
      saleEnds: 'Jusqu’au',
      saleEndsHelp:
        'Vide : tant que le produit est en vente. Pour un tarif « lève-tôt », le soir où il s’arrête.',
      rules: 'Membres, TVA, descriptions, entrée',
      members: 'Pour qui',
      membersHelp: 'Pour les seuls membres : on se connecte pour réserver, et on a cette adhésion.',
      everybody: 'Tout le monde',
      vat: 'TVA en pour cent',
      vatHelp: 'Comme 5,5. Vide : aucune, et les reçus le disent.',
      shortDescription: 'En une phrase',
      shortHelp: 'Comme « Étudiants et demandeurs d’emploi, sur justificatif ».',
      longDescription: 'Tout ce qu’il faut savoir',
      scanNote: 'Note pour l’entrée',
      scanNoteHelp: 'Montrée à qui contrôle un tel billet, comme « Regarder la carte étudiante ».',
      noteOfProduct: (note) => `Le produit dit déjà : « ${note} »`,
    },
    booked: (count) =>
      count === 1 ? 'Une réservation est à ce tarif.' : `${count} sont réservés à ce tarif.`,
    noneBooked: 'Rien n’est réservé à ce tarif.',
    keepsAmount: 'Ce qui est réservé garde son montant, quoi que vous changiez ici.',
    changed:
      'Quelqu’un d’autre a modifié ce tarif pendant que vous l’aviez ouvert. À côté de chaque champ qui diffère figure ce qui s’y trouve maintenant ; votre saisie est gardée. Enregistrez à nouveau pour la mettre à la place.',
    problems: {
      name: 'Indiquez comment s’appelle le tarif.',
      amount: {
        0: 'Indiquez ce qu’il coûte, comme 12. 0 : gratuit.',
        2: 'Indiquez ce qu’il coûte, comme 12 ou 12,50. 0 : gratuit.',
        3: 'Indiquez ce qu’il coûte, comme 12 ou 12,500. 0 : gratuit.',
      },
      atLeastOne: 'Indiquez un nombre entier, au moins 1.',
      vat: 'Indiquez un taux de 0 à 100, comme 5,5, ou laissez vide.',
    },
    like: 'Dupliquer ce tarif',
    likeHelp:
      'Ouvre un formulaire avec tout ce qui est dit ici ; rien n’est créé tant que vous n’enregistrez pas.',
    likeTitle: (name) => `Un autre tarif comme ${name}`,
    likeLead:
      'Tout est repris sauf le nom : donnez-en un autre et changez ce qui diffère. Les réservations ne sont pas copiées.',
    archive: 'Archiver ce tarif',
    archiveHelp:
      'Plus personne ne peut acheter à ce tarif. Ce qui a été vendu reste valable, et il peut être repris.',
    archived: 'Il est archivé : personne ne peut acheter à ce tarif. Ce qui a été vendu reste valable.',
    bringBack: 'Vendre à nouveau à ce tarif',
  },
})
