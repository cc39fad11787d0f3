import type { Language } from '../../lib/language.ts'
import type { Role } from './role.ts'

/** What people are called at work, on pages and in mails alike. */
export const roleWords: Readonly<Record<Language, Readonly<Record<Role, string>>>> = {
  en: {
    owner: 'Owner',
    manager: 'Manager',
    box_office: 'Box office',
    steward: 'Steward',
    accountant: 'Accountant',
  },
  fr: {
    owner: 'Propriétaire',
    manager: 'Responsable',
    box_office: 'Billetterie',
    steward: 'Contrôle à l’entrée',
    accountant: 'Comptabilité',
  },
}
