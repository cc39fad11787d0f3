import type { Sign } from '../verdict.ts'
import { timesIn } from './times.ts'

const locale = 'en-GB'
const number = new Intl.NumberFormat(locale)

const signs: Readonly<Record<Sign, string>> = {
  welcome: 'Welcome',
  attention: 'Attention',
  already: 'Already scanned',
  refused: 'Refused',
  information: 'Checked',
  silence: 'No answer',
}

const states = {
  not_scanned: 'Not in yet',
  scanned: 'Let in',
  canceled: 'Cancelled',
  unpaid: 'Not paid',
  not_active: 'Not active',
}

/** Every sentence of the scanner in English; what the service says about a ticket comes with its answer. */
export const en = {
  language: 'en',
  locale: locale as string,
  ...timesIn(locale),
  title: 'Scanner',
  opening: 'The scanner opens …',
  asking: 'Asking …',
  count: (count: number) => number.format(count),
  age: (milliseconds: number) => {
    const minutes = Math.floor(milliseconds / 60_000)
    return minutes < 1
      ? 'under 1 min old'
      : minutes < 120
        ? `${minutes} min old`
        : `${Math.floor(minutes / 60)} h old`
  },
  unable: {
    title: 'The scanner cannot open',
    insecure: 'This address is not protected. Open it with https:// at its beginning.',
    storage:
      'This browser keeps nothing, so the device could not stay paired. Leave the private window, or allow this address to store data, then open this page again.',
  },
  pairing: {
    title: 'Pair this device',
    lead: (organisation: string) => `This phone becomes a scanner of ${organisation}.`,
    label: 'Pairing link or code',
    hint: 'From the sheet or the page of the device in the administration. It works once.',
    button: 'Pair',
    underWay: 'The device is being paired …',
    revokedTitle: 'This device is paired no more',
    revoked: (organisation: string) =>
      `Its key was withdrawn or has ended, and everything it kept here is deleted. Ask whoever is responsible for the door at ${organisation} for a new pairing link.`,
    unreadable: 'This is no pairing link. Paste the whole link, or the code at its end.',
    elsewhere: (host: string) => `This link is for ${host}. Open it there.`,
    refused: 'Not paired',
    silence:
      'No answer came. Check the network and try again. If the link is said to be used then, ask for a new one.',
    telling: 'What this device scanned is told to the service first …',
    replaceTitle: 'This phone is a scanner already',
    replace: 'If you pair it again, it takes the place of the new link and forgets the former one.',
    replaceButton: 'Pair again',
    keepButton: 'Leave it as it is',
  },
  events: {
    title: 'What is this door for?',
    none: 'No event',
    noneNote: 'There is no event for this device now. Ask whoever is responsible for the door.',
    again: 'Look again',
    silence: 'The service does not answer. Check the network.',
    change: 'Change event',
  },
  ended: {
    title: 'The time of this device is over',
    lead: (at: string) => `It lets nobody in any more since ${at}, with or without network.`,
    note: 'Leave this page open until there is network: what was scanned is then told to the service, and this device forgets everything.',
    ask: 'Whoever is responsible for the door can give it a later end, or a pairing link to another phone.',
  },
  door: {
    inside: (inside: string, expected: string) => `${inside} of ${expected}`,
    insideLabel: 'inside',
    insideUnknown: 'People inside: not known',
    scan: 'Let in',
    check: 'Check only',
    ready: 'Ready',
    readyNote: 'Scan a ticket.',
    readyCheck: 'Ready to check',
    readyCheckNote: 'Scan a ticket. Nobody is let in by it.',
    field: 'Code of the ticket',
    fieldShort: 'Code',
    send: 'Send',
    type: 'Keyboard',
    recent: 'Last scans',
    search: 'Search',
    back: 'Back to the door',
  },
  camera: {
    label: 'Picture of the camera',
    lead: 'The browser asks for the camera next: allow it. No picture leaves this phone.',
    start: 'Scan with the camera',
    toggle: 'Camera',
    opening: 'The camera opens …',
    torch: 'Light',
    choice: 'Which camera',
    lens: (number: number) => `Camera ${number}`,
    retry: 'Try again',
    next: 'Next ticket',
    sights: {
      nothing: 'Hold a code in the picture.',
      code: 'Read.',
      same: 'Read just now: show the next one.',
      crowded: 'Several codes: bring one to the middle.',
    },
    problems: {
      refused:
        'The camera is not allowed for this page. Allow it by the sign beside the address, or in the settings of this phone, then try again.',
      none: 'This device has no camera. Type the code, or use a reader.',
      taken: 'The camera stopped, or another application has it. Close that one, then try again.',
      unable: 'This browser cannot read codes with the camera. Update it, type the code, or use a reader.',
    },
  },
  kiosk: {
    lock: 'Lock',
    unlock: 'Unlock',
    lockTitle: 'Scan and nothing else',
    lockLead:
      'Until the PIN is given, this device lets in, checks and shows its last scans: no search and no other event.',
    lockButton: 'Lock this device',
    unlockTitle: 'Unlock this device',
    pin: 'PIN of four to eight digits',
    again: 'The same PIN again',
    form: 'A PIN has four to eight digits, and nothing else.',
    differ: 'The two PINs differ. Type the same one twice.',
    wrong: 'This is not the PIN.',
    wait: (seconds: number) =>
      seconds < 120
        ? `Wait ${seconds} seconds, then try again.`
        : `Wait ${Math.ceil(seconds / 60)} minutes, then try again.`,
    forgotten:
      'A forgotten PIN is told by nobody: whoever is responsible for the door gives this device a new pairing link, which ends the lock.',
  },
  signs,
  verdict: {
    admittedToo: 'Let in.',
    silence: 'Nothing is known: the ticket may have been noted or not.',
    silenceNote: 'Ask again: whoever was let in by the lost answer is not refused.',
    repeat: 'Ask again',
    group: 'Let the rest of the group in',
    groupTitle: (count: number) => (count === 1 ? '1 more let in' : `${count} more let in`),
    noGroup: 'Nobody else of this group is still to come in.',
    notAdmitted: (name: string, why: string) => `${name}: ${why}`,
    ofReservation: (here: number, count: number) =>
      here === 0 ? `Reservation of ${count}` : `${here} of ${count} of this reservation let in here`,
    scannedAt: (at: string) => `At ${at}`,
    scannedBy: (device: string) => `by ${device}`,
    thisDevice: 'this device',
    otherDevice: 'another device',
    nameless: 'No name',
  },
  inside: {
    title: 'People inside',
    unknown: 'Not known without network. The service counts what every device tells it.',
    nobody: 'Nobody is in yet.',
    gates: 'By gate',
    noGate: 'Without a gate',
    devices: 'By device',
  },
  offline: {
    welcome: 'Welcome, offline',
    decided: 'Decided by this phone, without network.',
    ask: 'Ask the supervisor',
    askNote:
      'The code is genuine, but the list on this phone lacks the ticket: it was sold since, or is for another event.',
    askUnread:
      'The code is genuine, but this phone has not read the whole list yet: it does not know whether the ticket is still good.',
    allow: 'Let in',
    turnAway: 'Do not let in',
    down: 'No network',
    noList: 'No list yet',
    list: (age: string) => `List ${age}`,
    waiting: (count: number) => `${number.format(count)} waiting`,
    refusals: {
      already_scanned: {
        title: 'Already scanned',
        detail: 'This ticket has been scanned before. Do not admit again.',
      },
      wrong_event: {
        title: 'Another event',
        detail: 'This ticket is for another event. Send the person to the right entrance.',
      },
      canceled: {
        title: 'Cancelled',
        detail: 'This ticket was cancelled. Do not admit; send the person to the box office.',
      },
      unpaid: {
        title: 'Not paid',
        detail: 'This ticket is not paid. Send the person to the box office.',
      },
      not_active: {
        title: 'Not active',
        detail: 'This ticket is not active yet. Send the person to the box office.',
      },
      outside_window: {
        title: 'Doors not open',
        detail: 'The doors of this event are not open now.',
      },
      invalid_qrcode: {
        title: 'Not a ticket code',
        detail: 'This is not the code of a ticket. Ask for the ticket.',
      },
      invalid_signature: {
        title: 'Forged or foreign code',
        detail: 'This code was not issued here. Do not admit; call the supervisor.',
      },
      device_ended: {
        title: 'Device not valid any more',
        detail: 'The time of this device is over: it lets nobody in. Send the person to another door.',
      },
      ticket_not_found: {
        title: 'Not on the list',
        detail:
          'The list on this phone lacks this ticket, and without network nobody can look it up. Send the person to the box office.',
      },
    },
  },
  recent: {
    none: 'Nothing was scanned here yet.',
    note: 'Names are kept until this page is closed.',
  },
  search: {
    label: 'Name or number',
    hint: 'Three letters or digits at least.',
    none: 'Nobody was found.',
    found: (count: number) => (count === 1 ? '1 ticket' : `${count} tickets`),
    more: 'There are more. Type more of the name.',
    silence: 'No answer came. Try again.',
    undo: 'Take back',
    undoOver: 'Over 15 minutes ago: the administration can take it back.',
    undoOf: (name: string) => `Take back the scan of ${name}`,
    reason: 'Why the scan is taken back',
    confirm: 'Take the scan back',
    leave: 'Leave it',
    undone: 'The scan was taken back.',
    seat: (seat: string) => `Seat ${seat}`,
  },
  states,
}
