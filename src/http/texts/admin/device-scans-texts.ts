import { localized } from '../localized.ts'

type DeviceScansTexts = {
  /** On the page of the device, the way to this one. */
  readonly link: string
  readonly title: (name: string) => string
  readonly lead: string
  readonly from: string
  readonly until: string
  readonly untilHelp: string
  readonly count: string
  readonly noSpan: string
  readonly notCounted: string
  readonly counted: (count: number) => string
  readonly takeBack: (count: number) => string
  readonly undone: (count: number) => string
}

/** Everything that one device let in within a span, taken back at once. */
export const deviceScansTexts = localized<DeviceScansTexts>({
  en: {
    link: 'Take its scans back',
    title: (name) => `Scans of ${name}`,
    lead: 'Somebody else had this device, or it stood at the wrong door: take back at once whom it let in. Their tickets can be scanned again, and they are no longer counted as inside.',
    from: 'From',
    until: 'Until',
    untilHelp: 'By the times of the scans. The minute itself is left out.',
    count: 'Count',
    noSpan: 'Give two dates with their times, the later one here.',
    notCounted: 'Nothing was counted or taken back',
    counted: (count) =>
      count === 0
        ? 'No scan let anybody in.'
        : count === 1
          ? '1 scan let somebody in.'
          : `${count} scans let somebody in.`,
    takeBack: (count) => (count === 1 ? 'Take this scan back' : `Take these ${count} scans back`),
    undone: (count) =>
      count === 0
        ? 'There was nothing left to take back.'
        : count === 1
          ? '1 scan was taken back.'
          : `${count} scans were taken back.`,
  },
  fr: {
    link: 'Annuler ses passages',
    title: (name) => `Passages de ${name}`,
    lead: 'Quelqu’un d’autre avait cet appareil, ou il était à la mauvaise porte : annulez d’un coup les entrées qu’il a acceptées. Ces billets peuvent être scannés à nouveau, et ces personnes ne sont plus comptées à l’intérieur.',
    from: 'De',
    until: 'Jusqu’à',
    untilHelp: 'D’après l’heure des passages. La minute elle-même n’est pas comprise.',
    count: 'Compter',
    noSpan: 'Donnez deux dates avec leur heure, la plus tardive ici.',
    notCounted: 'Rien n’a été compté ni annulé',
    counted: (count) =>
      count === 0
        ? 'Aucun passage n’a fait entrer quelqu’un.'
        : count === 1
          ? '1 passage a fait entrer quelqu’un.'
          : `${count} passages ont fait entrer quelqu’un.`,
    takeBack: (count) => (count === 1 ? 'Annuler ce passage' : `Annuler ces ${count} passages`),
    undone: (count) =>
      count === 0
        ? 'Il ne restait rien à annuler.'
        : count === 1
          ? '1 passage a été annulé.'
          : `${count} passages ont été annulés.`,
  },
})
