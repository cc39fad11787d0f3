import type { DeviceState } from '../../../features/device/device.ts'
import type { DeviceRole } from '../../../features/device/device-settings.ts'
import { localized } from '../localized.ts'
import type { PagerWords } from '../pager-words.ts'

type DeviceTexts = {
  readonly pager: PagerWords
  readonly archivedPager: PagerWords
  readonly title: string
  readonly lead: string
  readonly nothing: string
  readonly columns: Readonly<
    Record<'name' | 'state' | 'gate' | 'events' | 'seen' | 'tonight' | 'choose', string>
  >
  readonly states: Readonly<Record<DeviceState, string>>
  readonly roles: Readonly<Record<DeviceRole, string>>
  readonly rolesHelp: string
  readonly allEvents: string
  readonly someEvents: (count: number) => string
  readonly never: string
  readonly newTitle: string
  readonly names: string
  readonly namesHelp: string
  readonly nameMissing: string
  readonly nameLong: (line: number, most: number) => string
  readonly nameTwice: (line: number, earlier: number) => string
  readonly nameTaken: (name: string) => string
  readonly tooMany: (most: number) => string
  readonly create: string
  readonly more: string
  readonly codesButton: string
  readonly codesHelp: string
  readonly chooseOne: string
  readonly choose: (name: string) => string
  readonly name: string
  readonly gate: string
  readonly gateHelp: string
  readonly optional: string
  readonly role: string
  readonly ends: string
  readonly endsHelp: string
  readonly endPassed: string
  readonly noDate: string
  readonly events: string
  readonly eventsHelp: string
  readonly findEvent: string
  readonly allTonight: (count: number) => string
  readonly tonight: string
  /** What the list counts. */
  readonly tonightHelp: string
  readonly later: (count: number) => string
  readonly past: (count: number) => string
  readonly save: string
  readonly saved: string
  readonly notSaved: string
  readonly notCreated: string
  readonly changedMeanwhile: string
  readonly alreadyMade: string
  readonly madeBefore: (made: string) => string
  readonly madeOtherwise: (made: string) => string
  readonly noneTonight: string
  readonly codeIssued: string
  readonly newCode: string
  readonly newCodeHelp: string
  readonly archive: (name: string) => string
  readonly archiveHelp: string
  readonly archiveForGood: (name: string) => string
  readonly archived: (count: number) => string
  readonly isArchived: string
  readonly pairedSince: string
  readonly history: string
  readonly all: string
  readonly sheetTitle: (count: number) => string
  readonly sheetLead: string
  readonly print: (count: number) => string
  readonly printHelp: string
  readonly sheetSteps: readonly string[]
  readonly sheetUntil: string
  readonly sheetOnce: string
  readonly codeOf: (name: string) => string
  readonly done: string
}

/** Scanning devices: the list, one of them, and the sheet with their pairing codes. */
export const deviceTexts = localized<DeviceTexts>({
  en: {
    pager: { label: 'Pages of devices', before: 'Previous devices', after: 'More devices' },
    archivedPager: {
      label: 'Pages of archived devices',
      before: 'Previous archived devices',
      after: 'More archived devices',
    },
    title: 'Scanning devices',
    lead: 'A phone becomes a scanning device by opening a pairing code. It needs no account.',
    nothing: 'No device so far. Create one for each phone at the door.',
    columns: {
      name: 'Name',
      state: 'State',
      gate: 'Gate',
      events: 'Scans',
      seen: 'Last seen',
      tonight: 'Let in tonight',
      choose: 'Choose',
    },
    states: {
      waiting: 'Waits to be paired',
      code_expired: 'Needs a new code',
      paired: 'Paired',
      ended: 'Its time is over',
      archived: 'Archived',
    },
    roles: { steward: 'Steward', supervisor: 'Supervisor' },
    rolesHelp: 'A steward scans. A supervisor also searches and takes scans back.',
    allEvents: 'Every event',
    someEvents: (count) => (count === 1 ? '1 event' : `${count} events`),
    never: 'Never',
    newTitle: 'New devices',
    names: 'Names, one a line',
    namesHelp: 'As people at the door call them: “Main door”, “Balcony”.',
    nameMissing: 'Give at least one name.',
    nameLong: (line, most) => `Line ${line}: a name has at most ${most} characters. Make this one shorter.`,
    nameTwice: (line, earlier) =>
      `Line ${line}: the same name stands on line ${earlier}. Give each device a name of its own, so that people tell them apart.`,
    nameTaken: (name) =>
      `A device is called “${name}” already. Choose another name or, where another phone takes its place, issue it a new code in the list.`,
    tooMany: (most) => `At most ${most} at once.`,
    create: 'Create and show the codes',
    more: 'Gate, role, end and events',
    codesButton: 'Issue new codes and print them',
    codesHelp: 'A new code shuts out the phone that has the device now.',
    chooseOne: 'Choose at least one device that is not archived.',
    choose: (name) => `Choose ${name}`,
    name: 'Name',
    gate: 'Gate',
    gateHelp: 'Where it stands.',
    optional: 'optional',
    role: 'Role',
    ends: 'Works until',
    endsHelp: 'Empty: until it is archived.',
    endPassed: 'This moment has passed. Archive the device to end it now.',
    noDate: 'Give a date and a time.',
    events: 'Events it may scan',
    eventsHelp: 'None ticked: every event. Tickets of other events are refused there.',
    findEvent: 'Find an event',
    allTonight: (count) => `Every event of tonight (${count})`,
    tonight: 'Tonight',
    tonightHelp:
      '“Let in tonight” counts people, as the page “Today” does: an entry without network that is to be looked into counts, one that was taken back does not.',
    later: (count) => `Later (${count})`,
    past: (count) => `Over (${count})`,
    save: 'Save',
    saved: 'Saved.',
    notSaved: 'Not saved',
    notCreated: 'No device was created',
    changedMeanwhile:
      'Somebody else changed this device while you had it open. Beside each field that differs stands what is there now; what you typed is kept. Save again to put yours in its place.',
    alreadyMade:
      'This form was sent twice: its devices exist already and are in the list. Their codes were shown once; where they are lost, issue new ones below.',
    madeBefore: (made) =>
      `This form was used before. It made ${made}, now in the list, with codes that were shown once. What else you typed does not exist yet and stands in the form; create it now.`,
    madeOtherwise: (made) =>
      `This form was used before, and what you changed since is not noted. It made ${made}, now in the list, with codes that were shown once; each is changed on its own page.`,
    noneTonight: 'There is no event tonight. Tick the events it may scan, or none for every event.',
    codeIssued:
      'Codes were issued since this page was shown, and no others are issued now, so that they keep working. They were shown once; where they are lost, issue new ones below.',
    newCode: 'New pairing code',
    newCodeHelp:
      'For another phone. The phone that has the device now is shut out at once, and forgets what it has not told yet: if it let people in without network, bring it to the network first.',
    archive: (name) => `Archive ${name}`,
    archiveHelp:
      'Its next scan is refused, and this can’t be taken back: the phone would need a new device and a new code. To shut out a lost phone and keep the device, issue a new code instead.',
    archiveForGood: (name) => `Archive ${name} for good`,
    archived: (count) => `Archived (${count})`,
    isArchived: 'This device is archived: its key is refused.',
    pairedSince: 'Paired',
    history: 'What was done to it',
    all: 'All devices',
    sheetTitle: (count) => (count === 1 ? 'Pairing code' : 'Pairing codes'),
    sheetLead:
      'Each code works once, on one phone. It is shown this once; a new one can be issued at any time.',
    print: (count) => (count === 1 ? 'Print the code' : 'Print the codes'),
    printHelp: 'To print them, use the menu of your browser: this page prints as a sheet to cut up.',
    sheetSteps: [
      'Point the phone’s camera at this code and open the link.',
      'Press “Open the scanner on this phone”. An app of your own reads the code itself.',
      'Scan tickets.',
    ],
    sheetUntil: 'To be used before',
    sheetOnce: 'For one phone',
    codeOf: (name) => `Pairing code of ${name}`,
    done: 'Done',
  },
  fr: {
    pager: { label: 'Pages des appareils', before: 'Appareils précédents', after: 'Autres appareils' },
    archivedPager: {
      label: 'Pages des appareils archivés',
      before: 'Archivés précédents',
      after: 'Autres archivés',
    },
    title: 'Appareils de contrôle',
    lead: 'Un téléphone devient un appareil de contrôle en ouvrant un code d’appairage. Aucun compte n’est nécessaire.',
    nothing: 'Aucun appareil pour le moment. Créez-en un par téléphone à l’entrée.',
    columns: {
      name: 'Nom',
      state: 'État',
      gate: 'Porte',
      events: 'Contrôle',
      seen: 'Vu pour la dernière fois',
      tonight: 'Entrées ce soir',
      choose: 'Choisir',
    },
    states: {
      waiting: 'À appairer',
      code_expired: 'Nouveau code nécessaire',
      paired: 'Appairé',
      ended: 'Temps écoulé',
      archived: 'Archivé',
    },
    roles: { steward: 'Contrôle', supervisor: 'Supervision' },
    rolesHelp: 'Le contrôle scanne. La supervision peut aussi chercher et annuler un scan.',
    allEvents: 'Tous les évènements',
    someEvents: (count) => (count === 1 ? '1 évènement' : `${count} évènements`),
    never: 'Jamais',
    newTitle: 'Nouveaux appareils',
    names: 'Noms, un par ligne',
    namesHelp: 'Comme on les appelle à l’entrée : « Porte principale », « Balcon ».',
    nameMissing: 'Indiquez au moins un nom.',
    nameLong: (line, most) =>
      `Ligne ${line} : un nom compte ${most} caractères au plus. Raccourcissez celui-ci.`,
    nameTwice: (line, earlier) =>
      `Ligne ${line} : le même nom figure à la ligne ${earlier}. Donnez à chaque appareil un nom bien à lui, pour qu’on les distingue.`,
    nameTaken: (name) =>
      `Un appareil s’appelle déjà « ${name} ». Choisissez un autre nom ou, si un autre téléphone prend sa place, émettez-lui un nouveau code dans la liste.`,
    tooMany: (most) => `${most} au plus à la fois.`,
    create: 'Créer et afficher les codes',
    more: 'Porte, rôle, fin et évènements',
    codesButton: 'Émettre de nouveaux codes et les imprimer',
    codesHelp: 'Un nouveau code exclut le téléphone qui utilise l’appareil actuellement.',
    chooseOne: 'Choisissez au moins un appareil qui n’est pas archivé.',
    choose: (name) => `Choisir ${name}`,
    name: 'Nom',
    gate: 'Porte',
    gateHelp: 'L’endroit où il se trouve.',
    optional: 'facultatif',
    role: 'Rôle',
    ends: 'Fonctionne jusqu’au',
    endsHelp: 'Vide : jusqu’à son archivage.',
    endPassed: 'Ce moment est passé. Archivez l’appareil pour l’arrêter maintenant.',
    noDate: 'Indiquez une date et une heure.',
    events: 'Évènements qu’il peut contrôler',
    eventsHelp: 'Aucun coché : tous les évènements. Les billets des autres évènements y sont refusés.',
    findEvent: 'Chercher un évènement',
    allTonight: (count) => `Tous les évènements de ce soir (${count})`,
    tonight: 'Ce soir',
    tonightHelp:
      '« Entrées ce soir » compte les personnes, comme la page « Aujourd’hui » : une entrée sans réseau à vérifier compte, une entrée annulée ne compte pas.',
    later: (count) => `Plus tard (${count})`,
    past: (count) => `Passés (${count})`,
    save: 'Enregistrer',
    saved: 'Enregistré.',
    notSaved: 'Pas enregistré',
    notCreated: 'Aucun appareil n’a été créé',
    changedMeanwhile:
      'Quelqu’un d’autre a modifié cet appareil pendant que vous l’aviez ouvert. À côté de chaque champ qui diffère figure ce qui s’y trouve maintenant ; votre saisie est gardée. Enregistrez à nouveau pour la mettre à la place.',
    alreadyMade:
      'Ce formulaire a été envoyé deux fois : ses appareils existent déjà et figurent dans la liste. Leurs codes n’ont été affichés qu’une fois ; s’ils sont perdus, émettez-en de nouveaux ci-dessous.',
    madeBefore: (made) =>
      `Ce formulaire a déjà servi. Il a créé ${made}, désormais dans la liste, avec des codes affichés une seule fois. Le reste de votre saisie n’existe pas encore et figure dans le formulaire ; créez-le maintenant.`,
    madeOtherwise: (made) =>
      `Ce formulaire a déjà servi, et vos modifications depuis ne sont pas enregistrées. Il a créé ${made}, désormais dans la liste, avec des codes affichés une seule fois ; chaque appareil se modifie sur sa page.`,
    noneTonight:
      'Il n’y a aucun évènement ce soir. Cochez les évènements qu’il peut contrôler, ou aucun pour les autoriser tous.',
    codeIssued:
      'Des codes ont été émis depuis l’affichage de cette page ; aucun autre n’est émis, pour que ceux-là restent valables. Ils n’ont été affichés qu’une fois ; s’ils sont perdus, émettez-en de nouveaux ci-dessous.',
    newCode: 'Nouveau code d’appairage',
    newCodeHelp:
      'Pour un autre téléphone. Celui qui utilise l’appareil actuellement est exclu aussitôt, et oublie ce qu’il n’a pas encore transmis : s’il a fait entrer des gens sans réseau, ramenez-le d’abord au réseau.',
    archive: (name) => `Archiver ${name}`,
    archiveHelp:
      'Son prochain scan est refusé, et rien ne permet de revenir en arrière : il faudrait créer un autre appareil et un nouveau code. Pour exclure un téléphone perdu en gardant l’appareil, émettez plutôt un nouveau code.',
    archiveForGood: (name) => `Archiver ${name} définitivement`,
    archived: (count) => `Archivés (${count})`,
    isArchived: 'Cet appareil est archivé : sa clé est refusée.',
    pairedSince: 'Appairé',
    history: 'Ce qui lui est arrivé',
    all: 'Tous les appareils',
    sheetTitle: (count) => (count === 1 ? 'Code d’appairage' : 'Codes d’appairage'),
    sheetLead:
      'Chaque code fonctionne une fois, sur un téléphone. Il n’est affiché que maintenant ; un nouveau peut être émis à tout moment.',
    print: (count) => (count === 1 ? 'Imprimer le code' : 'Imprimer les codes'),
    printHelp:
      'Pour imprimer, utilisez le menu de votre navigateur : cette page s’imprime comme une feuille à découper.',
    sheetSteps: [
      'Visez ce code avec l’appareil photo du téléphone et ouvrez le lien.',
      'Appuyez sur « Ouvrir le scanner sur ce téléphone ». Une application à vous lit le code elle-même.',
      'Scannez les billets.',
    ],
    sheetUntil: 'À utiliser avant',
    sheetOnce: 'Pour un téléphone',
    codeOf: (name) => `Code d’appairage de ${name}`,
    done: 'Terminé',
  },
})
