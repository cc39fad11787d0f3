import type { PriceList } from '../../../features/catalog/price.ts'
import { localized } from '../localized.ts'

type PricesTexts = {
  readonly title: string
  readonly lead: string
  readonly search: string
  readonly listed: string
  readonly lists: Readonly<Record<PriceList, string>>
  readonly nothing: Readonly<Record<PriceList, string>>
  readonly nothingFound: (text: string) => string
  readonly of: string
}

/** The prices of everything that is sold, in one list. */
export const pricesTexts = localized<PricesTexts>({
  en: {
    title: 'All prices',
    lead: 'The prices of all products, to find one and to see what is sold now. A new price is added on the page of its product.',
    search: 'Price or product',
    listed: 'Which',
    lists: {
      kept: 'In use',
      open: 'Sold now',
      to_come: 'Sold later',
      over: 'No longer sold',
      archived: 'Archived',
    },
    nothing: {
      kept: 'There is no price yet. Add a product, then say what it costs.',
      open: 'Nothing is sold now.',
      to_come: 'Nothing is to be sold later.',
      over: 'The sale of no price is over.',
      archived: 'No price is archived.',
    },
    nothingFound: (text) => `No price or product here is called “${text}”.`,
    of: 'Product',
  },
  fr: {
    title: 'Tous les tarifs',
    lead: 'Les tarifs de tous les produits, pour en trouver un et voir ce qui se vend maintenant. Un nouveau tarif s’ajoute sur la page de son produit.',
    search: 'Tarif ou produit',
    listed: 'Lesquels',
    lists: {
      kept: 'Utilisés',
      open: 'En vente maintenant',
      to_come: 'En vente plus tard',
      over: 'Vente terminée',
      archived: 'Archivés',
    },
    nothing: {
      kept: 'Il n’y a pas encore de tarif. Ajoutez un produit, puis dites ce qu’il coûte.',
      open: 'Rien n’est en vente maintenant.',
      to_come: 'Aucune vente n’est à venir.',
      over: 'Aucune vente n’est terminée.',
      archived: 'Aucun tarif n’est archivé.',
    },
    nothingFound: (text) => `Aucun tarif ni produit ne s’appelle « ${text} » ici.`,
    of: 'Produit',
  },
})
