import type { ProductKind, ProductList, ProductMaking } from '../../../features/catalog/product.ts'
import { localized } from '../localized.ts'

type ProductTexts = {
  readonly title: string
  readonly lead: string
  readonly add: string
  readonly sellsNothing: string
  readonly name: string
  readonly listed: string
  readonly lists: Readonly<Record<ProductList, string>>
  readonly making: {
    readonly label: string
    readonly lists: Readonly<Record<ProductMaking, string>>
    /** Beside the name of a product, before that of the event. */
    readonly madeFor: string
  }
  readonly kind: string
  readonly everyKind: string
  readonly kinds: Readonly<Record<ProductKind, { readonly name: string; readonly what: string }>>
  readonly nothing: Readonly<Record<ProductList, string>>
  readonly nothingFound: (text: string) => string
  readonly nothingOfKind: string
  readonly columns: { readonly what: string; readonly kind: string; readonly prices: string }
  readonly from: (amount: string) => string
  readonly noPrice: string
  readonly back: string
  readonly newTitle: string
  readonly newLead: string
  readonly whichKind: string
  readonly sellNow: string
  readonly keepForLater: string
  readonly about: string
  readonly fields: {
    readonly name: string
    readonly nameHelp: string
    readonly shortDescription: string
    readonly shortHelp: string
    readonly longDescription: string
    readonly longHelp: string
    readonly terms: string
    readonly termsHelp: string
    readonly scanNote: string
    readonly scanNoteHelp: string
    readonly cashless: string
    readonly cashlessHelp: string
    readonly onCard: string
  }
  readonly made: string
  readonly copied: string
  readonly priceSaved: string
  readonly changed: string
  readonly problems: { readonly name: string; readonly kind: string }
  readonly prices: {
    readonly title: string
    readonly none: string
    readonly add: string
    readonly columns: {
      readonly name: string
      readonly amount: string
      readonly sale: string
      readonly booked: string
      readonly stock: string
    }
    readonly noLimit: string
    readonly sale: {
      readonly open: string
      readonly until: string
      readonly from: string
      readonly over: string
      readonly archived: string
    }
  }
  readonly standing: {
    readonly title: string
    readonly onSale: string
    readonly notOnSale: string
    readonly archived: string
    readonly publish: string
    readonly unpublish: string
    readonly archive: string
    readonly archiveHelp: string
    readonly bringBack: string
    readonly bringBackHelp: string
  }
  readonly events: {
    readonly title: string
    readonly none: string
    readonly anyEvent: string
    readonly add: string
  }
  readonly copy: {
    readonly help: string
    readonly button: string
  }
}

/** The room of what is sold: products, each with its prices. */
export const productTexts = localized<ProductTexts>({
  en: {
    title: 'Products and prices',
    lead: 'What is sold: tickets, memberships, T-shirts. A product has one price or several, and may be sold at many events.',
    add: 'New product',
    sellsNothing:
      'This is a calendar of several organisations: it sells nothing itself. Each organisation keeps its own products.',
    name: 'Name or price',
    listed: 'Which products',
    lists: { on_sale: 'On sale', not_on_sale: 'Not on sale', archived: 'Archived' },
    making: {
      label: 'Made for',
      lists: {
        of_use: 'All but past events',
        shared: 'No event alone',
        single: 'One event, past or to come',
      },
      madeFor: 'For',
    },
    kind: 'Kind',
    everyKind: 'Every kind',
    kinds: {
      ticket: {
        name: 'Ticket',
        what: 'Lets one person in and has a QR code of its own. Sold at the events you choose.',
      },
      free: {
        name: 'Free entry',
        what: 'A ticket that costs nothing. People book it, so that you know how many come.',
      },
      membership: {
        name: 'Membership',
        what: 'Makes somebody a member for a year, a month or without end. Prices can be kept for members.',
      },
      clothing: {
        name: 'Clothing',
        what: 'Booked along with the tickets and handed out over the desk. Make a price for each size.',
      },
      merchandise: {
        name: 'Merchandise',
        what: 'Records, posters, mugs: booked along with the tickets and handed out over the desk.',
      },
      pack: {
        name: 'Pack',
        what: 'Several things sold and handed out as one. Say in the description what is in it.',
      },
      cashless_top_up: {
        name: 'Top-up of a card',
        what: 'Money on the card with which people pay at your bar.',
      },
    },
    nothing: {
      on_sale: 'Nothing is on sale. Make the first product: a name and a price will do.',
      not_on_sale: 'Every product is on sale or archived.',
      archived: 'Nothing is archived. What you no longer sell can be put away, and brought back.',
    },
    nothingFound: (text) => `No product or price here is called “${text}”.`,
    nothingOfKind: 'There is no product of this kind here.',
    columns: { what: 'Product', kind: 'Kind', prices: 'Prices' },
    from: (amount) => `from ${amount}`,
    noPrice: 'No price yet',
    back: 'All products',
    newTitle: 'New product',
    newLead: 'Choose what it is and give it a name. What it costs is asked next.',
    whichKind: 'What is it?',
    sellNow: 'Put it on sale',
    keepForLater: 'Keep it for later',
    about: 'What is said of it',
    fields: {
      name: 'Name',
      nameHelp: 'As people see it when they book, such as “Concert ticket”.',
      shortDescription: 'In one sentence',
      shortHelp: 'Shown beside the name.',
      longDescription: 'Everything people should know',
      longHelp: 'What is in it, what it is for, what is not included.',
      terms: 'Address of the terms',
      termsHelp: 'A web page or a PDF with conditions of this product alone.',
      scanNote: 'Note for the door',
      scanNoteHelp: 'Shown to whoever scans such a ticket, such as “Give the blue wristband”.',
      cashless: 'Cards',
      cashlessHelp: 'One membership only can be on the cards.',
      onCard: 'Note it on the cashless card of the member',
    },
    made: 'The product is made. Say what it costs: it is sold as soon as it has a price.',
    copied: 'This is the copy, with the same prices. It is not on sale yet: change what differs first.',
    priceSaved: 'The price is saved.',
    changed:
      'Somebody else changed this product while you had it open. Beside each field that differs stands what is there now; what you typed is kept. Save again to put yours in its place.',
    problems: { name: 'Give the product a name.', kind: 'Choose what it is.' },
    prices: {
      title: 'Prices',
      none: 'It has no price yet, so nobody can buy it.',
      add: 'Add a price',
      columns: { name: 'Price', amount: 'Amount', sale: 'Sold', booked: 'Booked', stock: 'How many' },
      noLimit: 'no limit',
      sale: {
        open: 'now',
        until: 'until',
        from: 'from',
        over: 'no longer',
        archived: 'archived',
      },
    },
    standing: {
      title: 'On sale or not',
      onSale: 'It is on sale, at each price whose time has come.',
      notOnSale: 'It is not on sale: nobody sees it, and nobody can buy it.',
      archived: 'It is archived: nobody can buy it, and it is out of the lists. What was sold stays valid.',
      publish: 'Put it on sale',
      unpublish: 'Take it off sale',
      archive: 'Archive this product',
      archiveHelp: 'You no longer sell it at all? Archived, it is out of the way. What was sold stays valid.',
      bringBack: 'Bring this product back',
      bringBackHelp: 'It is in the lists again, and not on sale until you say so.',
    },
    events: {
      title: 'Events that sell it',
      none: 'No upcoming event sells it. Tick it on the page of an event.',
      anyEvent: 'It can be booked at every event that takes bookings; these offer it on their page.',
      add: 'Go to the events',
    },
    copy: {
      help: 'A copy with the same prices, not on sale until you say so.',
      button: 'Duplicate this product',
    },
  },
  fr: {
    title: 'Produits et tarifs',
    lead: 'Ce qui se vend : billets, adhésions, T-shirts. Un produit a un ou plusieurs tarifs et peut se vendre pour de nombreux évènements.',
    add: 'Nouveau produit',
    sellsNothing:
      'Ceci est l’agenda de plusieurs organisations : il ne vend rien lui-même. Chaque organisation tient ses propres produits.',
    name: 'Nom ou tarif',
    listed: 'Quels produits',
    lists: { on_sale: 'En vente', not_on_sale: 'Pas en vente', archived: 'Archivés' },
    making: {
      label: 'Créés pour',
      lists: {
        of_use: 'Tout sauf les évènements passés',
        shared: 'Aucun évènement en particulier',
        single: 'Un évènement, passé ou à venir',
      },
      madeFor: 'Pour',
    },
    kind: 'Type',
    everyKind: 'Tous les types',
    kinds: {
      ticket: {
        name: 'Billet',
        what: 'Fait entrer une personne et porte son propre code QR. Se vend pour les évènements que vous choisissez.',
      },
      free: {
        name: 'Entrée gratuite',
        what: 'Un billet qui ne coûte rien. On le réserve, et vous savez combien de personnes viennent.',
      },
      membership: {
        name: 'Adhésion',
        what: 'Rend quelqu’un membre pour un an, un mois ou sans fin. Des tarifs peuvent être réservés aux membres.',
      },
      clothing: {
        name: 'Vêtement',
        what: 'Se réserve avec les billets et se remet au comptoir. Créez un tarif par taille.',
      },
      merchandise: {
        name: 'Article',
        what: 'Disques, affiches, tasses : se réserve avec les billets et se remet au comptoir.',
      },
      pack: {
        name: 'Lot',
        what: 'Plusieurs objets vendus et remis ensemble. Dites dans la description ce qu’il contient.',
      },
      cashless_top_up: {
        name: 'Recharge de carte',
        what: 'De l’argent sur la carte avec laquelle on paie à votre bar.',
      },
    },
    nothing: {
      on_sale: 'Rien n’est en vente. Créez le premier produit : un nom et un tarif suffisent.',
      not_on_sale: 'Chaque produit est en vente ou archivé.',
      archived: 'Rien n’est archivé. Ce que vous ne vendez plus peut être rangé, puis repris.',
    },
    nothingFound: (text) => `Aucun produit ni tarif d’ici ne s’appelle « ${text} ».`,
    nothingOfKind: 'Il n’y a pas de produit de ce type ici.',
    columns: { what: 'Produit', kind: 'Type', prices: 'Tarifs' },
    from: (amount) => `dès ${amount}`,
    noPrice: 'Pas encore de tarif',
    back: 'Tous les produits',
    newTitle: 'Nouveau produit',
    newLead: 'Choisissez ce que c’est et donnez-lui un nom. Son prix vient ensuite.',
    whichKind: 'Qu’est-ce que c’est ?',
    sellNow: 'Mettre en vente',
    keepForLater: 'Garder pour plus tard',
    about: 'Ce qui en est dit',
    fields: {
      name: 'Nom',
      nameHelp: 'Tel qu’on le voit en réservant, comme « Billet de concert ».',
      shortDescription: 'En une phrase',
      shortHelp: 'Affiché à côté du nom.',
      longDescription: 'Tout ce qu’il faut savoir',
      longHelp: 'Ce qu’il contient, à quoi il sert, ce qui n’est pas compris.',
      terms: 'Adresse des conditions',
      termsHelp: 'Une page web ou un PDF avec les conditions de ce seul produit.',
      scanNote: 'Note pour l’entrée',
      scanNoteHelp: 'Montrée à qui contrôle un tel billet, comme « Donner le bracelet bleu ».',
      cashless: 'Cartes',
      cashlessHelp: 'Une seule adhésion peut figurer sur les cartes.',
      onCard: 'L’inscrire sur la carte cashless du membre',
    },
    made: 'Le produit est créé. Dites ce qu’il coûte : il se vend dès qu’il a un tarif.',
    copied:
      'Voici la copie, avec les mêmes tarifs. Elle n’est pas encore en vente : modifiez d’abord ce qui change.',
    priceSaved: 'Le tarif est enregistré.',
    changed:
      'Quelqu’un d’autre a modifié ce produit pendant que vous l’aviez ouvert. À côté de chaque champ qui diffère figure ce qui s’y trouve maintenant ; votre saisie est gardée. Enregistrez à nouveau pour la mettre à la place.',
    problems: { name: 'Donnez un nom au produit.', kind: 'Choisissez ce que c’est.' },
    prices: {
      title: 'Tarifs',
      none: 'Il n’a pas encore de tarif : personne ne peut l’acheter.',
      add: 'Ajouter un tarif',
      columns: {
        name: 'Tarif',
        amount: 'Montant',
        sale: 'En vente',
        booked: 'Réservés',
        stock: 'Combien',
      },
      noLimit: 'sans limite',
      sale: {
        open: 'maintenant',
        until: 'jusqu’au',
        from: 'à partir du',
        over: 'plus en vente',
        archived: 'archivé',
      },
    },
    standing: {
      title: 'En vente ou non',
      onSale: 'Il est en vente, à chaque tarif dont c’est le moment.',
      notOnSale: 'Il n’est pas en vente : personne ne le voit ni ne peut l’acheter.',
      archived:
        'Il est archivé : personne ne peut l’acheter, et il ne figure plus dans les listes. Ce qui a été vendu reste valable.',
      publish: 'Mettre en vente',
      unpublish: 'Retirer de la vente',
      archive: 'Archiver ce produit',
      archiveHelp:
        'Vous ne le vendez plus du tout ? Archivé, il n’encombre plus. Ce qui a été vendu reste valable.',
      bringBack: 'Reprendre ce produit',
      bringBackHelp: 'Il figure à nouveau dans les listes, et n’est en vente que lorsque vous le dites.',
    },
    events: {
      title: 'Évènements qui le vendent',
      none: 'Aucun évènement à venir ne le vend. Cochez-le sur la page d’un évènement.',
      anyEvent: 'Il peut se réserver à chaque évènement ; ceux-ci le proposent sur leur page.',
      add: 'Aller aux évènements',
    },
    copy: {
      help: 'Une copie avec les mêmes tarifs, qui n’est en vente que lorsque vous le dites.',
      button: 'Dupliquer ce produit',
    },
  },
})
