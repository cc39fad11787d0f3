import type { CodeList, CodeStanding } from '../../../features/catalog/promotional-code.ts'
import type { MinorDigits } from '../../../lib/money.ts'
import { localized } from '../localized.ts'

type CodeTexts = {
  readonly title: string
  readonly lead: string
  readonly add: string
  readonly addMany: string
  readonly listed: string
  readonly lists: Readonly<Record<CodeList, string>>
  readonly nothing: Readonly<Record<CodeList, string>>
  readonly nothingFound: (text: string) => string
  readonly takeAlong: string
  readonly columns: Readonly<Record<'code' | 'off' | 'products' | 'period' | 'uses' | 'standing', string>>
  readonly file: Readonly<Record<'from' | 'until' | 'limit' | 'used', string>>
  readonly standings: Readonly<Record<CodeStanding, string>>
  readonly everything: string
  readonly always: string
  readonly from: (moment: string) => string
  readonly until: (moment: string) => string
  readonly uses: (used: number, most: number | null) => string
  readonly back: string
  readonly newTitle: string
  readonly newLead: string
  readonly manyTitle: string
  readonly manyLead: string
  readonly made: string
  readonly madeMany: (count: number) => string
  readonly usesSoFar: (used: number) => string
  readonly keepsAmount: string
  readonly changed: string
  readonly archived: string
  readonly archive: string
  readonly archiveHelp: string
  readonly bringBack: string
  readonly makeMany: string
  readonly fields: {
    readonly code: string
    readonly codeHelp: string
    readonly prefix: string
    readonly prefixHelp: string
    readonly count: string
    readonly countHelp: (most: number) => string
    readonly kind: string
    readonly rate: string
    readonly amount: (currency: string) => string
    readonly off: string
    readonly offHelp: string
    readonly products: string
    readonly productsHelp: string
    readonly starts: string
    readonly startsHelp: string
    readonly ends: string
    readonly endsHelp: string
    readonly uses: string
    readonly usesHelp: string
    readonly usesOfEach: string
  }
  readonly problems: {
    readonly code: string
    readonly prefix: string
    readonly count: (most: number) => string
    readonly rate: string
    readonly amount: Readonly<Record<MinorDigits, string>>
    readonly exists: string
    readonly ends: string
    readonly atLeastOne: string
    readonly sentBefore: string
  }
}

/** Codes that take something off. */
export const codeTexts = localized<CodeTexts>({
  en: {
    title: 'Promotional codes',
    lead: 'Whoever types a code pays less. It takes a share or an amount off each thing of a booking, for a time and for as many bookings as you say.',
    add: 'New code',
    addMany: 'Many codes at once',
    listed: 'Which',
    lists: { current: 'In use and to come', over: 'Over or used up', archived: 'Archived' },
    nothing: {
      current: 'There is no code in use. Make one, and booking forms show a field for it.',
      over: 'No code is over or used up.',
      archived: 'No code is archived.',
    },
    nothingFound: (text) => `No code holds “${text}”.`,
    takeAlong: 'Take these along (CSV)',
    columns: {
      code: 'Code',
      off: 'Takes off',
      products: 'For',
      period: 'When',
      uses: 'Used',
      standing: 'Standing',
    },
    file: { from: 'From', until: 'Until', limit: 'Bookings at most', used: 'Bookings' },
    standings: {
      archived: 'Archived',
      used_up: 'Used up',
      over: 'Over',
      to_come: 'Not yet',
      in_use: 'In use',
    },
    everything: 'Everything but memberships',
    always: 'Always',
    from: (moment) => `From ${moment}`,
    until: (moment) => `Until ${moment}`,
    uses: (used, most) => (most === null ? `${used}` : `${used} of ${most}`),
    back: 'Promotional codes',
    newTitle: 'New promotional code',
    newLead: 'A code and what it takes off are enough.',
    manyTitle: 'Many codes at once',
    manyLead:
      'Each is another one that nobody guesses, such as CHOIR-8RT2KX4M, and all of them take the same off: one for each member, or each reader. Afterwards they are taken along as a file.',
    made: 'The code is made, and holds from now on.',
    madeMany: (count) => (count === 1 ? 'One code is made.' : `${count} codes are made.`),
    usesSoFar: (used) =>
      used === 0
        ? 'Nobody has used it yet.'
        : used === 1
          ? 'It was used for one booking.'
          : `It was used for ${used} bookings.`,
    keepsAmount: 'What is booked keeps its amount, whatever you change here.',
    changed:
      'Somebody else changed this code while you had it open. Beside each field that differs stands what is there now; what you typed is kept. Save again to put yours in its place.',
    archived: 'It is archived: nobody can use it.',
    archive: 'Archive this code',
    archiveHelp:
      'Nobody can use it any more. What was booked with it stays as it is, and it can be brought back.',
    bringBack: 'Let it be used again',
    makeMany: 'Make the codes',
    fields: {
      code: 'Code',
      codeHelp: 'Letters, digits, hyphens and underscores, 2 to 40. Capitals or not is the same.',
      prefix: 'What they begin with',
      prefixHelp: 'Such as CHOIR. Letters, digits, hyphens and underscores, 2 to 30.',
      count: 'How many',
      countHelp: (most) => `At most ${most} at once.`,
      kind: 'What it takes off',
      rate: 'A share, in percent',
      amount: (currency) => `An amount, in ${currency}`,
      off: 'How much',
      offHelp: 'Off each thing of a booking, and never more than it costs.',
      products: 'For what',
      productsHelp: 'None: for everything but memberships.',
      starts: 'From',
      startsHelp: 'Empty: at once.',
      ends: 'Until',
      endsHelp: 'Empty: without end.',
      uses: 'For how many bookings',
      usesHelp: 'Empty: no limit. A booking that is cancelled gives its use back.',
      usesOfEach: 'For how many bookings each',
    },
    problems: {
      code: 'Use 2 to 40 letters without accents, digits, hyphens or underscores, and begin with a letter or a digit.',
      sentBefore:
        'This form was sent before, and the codes it asked for then are made. To make these as well, press the button once more.',
      prefix:
        'Use 2 to 30 letters without accents, digits, hyphens or underscores, and begin with a letter or a digit.',
      count: (most) => `Use a whole number from 1 to ${most}.`,
      rate: 'Use a percentage above 0 and up to 100, such as 12.5.',
      amount: {
        0: 'Use an amount above 0, such as 5.',
        2: 'Use an amount above 0, such as 5 or 2.50.',
        3: 'Use an amount above 0, such as 5 or 2.500.',
      },
      exists:
        'There is such a code already, perhaps among the archived ones. Choose another one, or change that one.',
      ends: 'The end must come after the start.',
      atLeastOne: 'Use a whole number of 1 or more, or leave it empty.',
    },
  },
  fr: {
    title: 'Codes promotionnels',
    lead: 'Qui saisit un code paie moins cher. Il retire un pourcentage ou un montant de chaque élément d’une réservation, pendant une période et pour autant de réservations que vous le dites.',
    add: 'Nouveau code',
    addMany: 'Plusieurs codes à la fois',
    listed: 'Lesquels',
    lists: { current: 'Valables et à venir', over: 'Terminés ou épuisés', archived: 'Archivés' },
    nothing: {
      current:
        'Aucun code n’est valable. Créez-en un : un champ apparaît alors dans les formulaires de réservation.',
      over: 'Aucun code n’est terminé ni épuisé.',
      archived: 'Aucun code n’est archivé.',
    },
    nothingFound: (text) => `Aucun code ne contient « ${text} ».`,
    takeAlong: 'Emporter ces codes (CSV)',
    columns: {
      code: 'Code',
      off: 'Réduction',
      products: 'Pour',
      period: 'Quand',
      uses: 'Utilisé',
      standing: 'État',
    },
    file: { from: 'À partir du', until: 'Jusqu’au', limit: 'Réservations au plus', used: 'Réservations' },
    standings: {
      archived: 'Archivé',
      used_up: 'Épuisé',
      over: 'Terminé',
      to_come: 'Pas encore',
      in_use: 'Valable',
    },
    everything: 'Tout sauf les adhésions',
    always: 'Toujours',
    from: (moment) => `À partir du ${moment}`,
    until: (moment) => `Jusqu’au ${moment}`,
    uses: (used, most) => (most === null ? `${used}` : `${used} sur ${most}`),
    back: 'Codes promotionnels',
    newTitle: 'Nouveau code promotionnel',
    newLead: 'Un code et sa réduction suffisent.',
    manyTitle: 'Plusieurs codes à la fois',
    manyLead:
      'Chacun est différent et personne ne le devine, par exemple CHORALE-8RT2KX4M ; tous offrent la même réduction : un pour chaque membre, ou chaque lecteur. Vous pourrez ensuite les emporter dans un fichier.',
    made: 'Le code est créé, et valable dès maintenant.',
    madeMany: (count) => (count === 1 ? 'Un code est créé.' : `${count} codes sont créés.`),
    usesSoFar: (used) =>
      used === 0
        ? 'Personne ne l’a encore utilisé.'
        : used === 1
          ? 'Il a servi pour une réservation.'
          : `Il a servi pour ${used} réservations.`,
    keepsAmount: 'Ce qui est réservé garde son montant, quoi que vous changiez ici.',
    changed:
      'Une autre personne a modifié ce code pendant que vous l’aviez ouvert. À côté de chaque champ qui diffère figure la valeur actuelle ; votre saisie est conservée. Enregistrez à nouveau pour la remplacer par la vôtre.',
    archived: 'Il est archivé : personne ne peut l’utiliser.',
    archive: 'Archiver ce code',
    archiveHelp:
      'Plus personne ne peut l’utiliser. Ce qui a été réservé avec lui ne change pas, et il peut être rétabli.',
    bringBack: 'Le rendre à nouveau valable',
    makeMany: 'Créer les codes',
    fields: {
      code: 'Code',
      codeHelp: 'Lettres, chiffres, tirets et traits bas, de 2 à 40. Majuscules et minuscules se valent.',
      prefix: 'Leur début',
      prefixHelp: 'Par exemple CHORALE. Lettres, chiffres, tirets et traits bas, de 2 à 30.',
      count: 'Combien',
      countHelp: (most) => `${most} à la fois au plus.`,
      kind: 'Sa réduction',
      rate: 'Un pourcentage',
      amount: (currency) => `Un montant, en ${currency}`,
      off: 'De combien',
      offHelp: 'Sur chaque élément d’une réservation, et jamais plus que son prix.',
      products: 'Pour quoi',
      productsHelp: 'Aucun : pour tout sauf les adhésions.',
      starts: 'À partir du',
      startsHelp: 'Vide : tout de suite.',
      ends: 'Jusqu’au',
      endsHelp: 'Vide : sans fin.',
      uses: 'Pour combien de réservations',
      usesHelp: 'Vide : sans limite. Une réservation annulée rend son utilisation.',
      usesOfEach: 'Pour combien de réservations chacun',
    },
    problems: {
      code: 'Utilisez de 2 à 40 lettres sans accent, chiffres, tirets ou traits bas, en commençant par une lettre ou un chiffre.',
      sentBefore:
        'Ce formulaire a déjà été envoyé, et les codes demandés alors sont créés. Pour créer ceux-ci en plus, appuyez encore une fois sur le bouton.',
      prefix:
        'Utilisez de 2 à 30 lettres sans accent, chiffres, tirets ou traits bas, en commençant par une lettre ou un chiffre.',
      count: (most) => `Utilisez un nombre entier de 1 à ${most}.`,
      rate: 'Utilisez un pourcentage supérieur à 0 et jusqu’à 100, comme 12,5.',
      amount: {
        0: 'Utilisez un montant supérieur à 0, comme 5.',
        2: 'Utilisez un montant supérieur à 0, comme 5 ou 2,50.',
        3: 'Utilisez un montant supérieur à 0, comme 5 ou 2,500.',
      },
      exists:
        'Un tel code existe déjà, peut-être parmi les archivés. Choisissez-en un autre, ou modifiez celui-là.',
      ends: 'La fin doit venir après le début.',
      atLeastOne: 'Utilisez un nombre entier à partir de 1, ou laissez vide.',
    },
  },
})
