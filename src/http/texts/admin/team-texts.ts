import type { Role } from '../../../features/account/role.ts'
import { localized } from '../localized.ts'

type TeamTexts = {
  readonly title: string
  readonly lead: string
  readonly columns: Readonly<Record<'who' | 'role' | 'since', string>>
  readonly you: string
  /** Beside a role that no person gave. */
  readonly byProvider: string
  /** What each may do, in a sentence. */
  readonly duties: Readonly<Record<Role, string>>
  readonly all: string
  readonly role: string
  readonly change: string
  readonly notChanged: string
  readonly changedMeanwhile: (role: string) => string
  readonly lastOwner: string
  readonly changed: string
  readonly history: string
  readonly removal: {
    readonly title: string
    readonly lead: string
    readonly own: string
    readonly keys: string
    readonly keysHelp: string
    readonly button: (email: string) => string
    readonly done: string
  }
  readonly invitations: {
    readonly title: string
    readonly nothing: string
    readonly columns: Readonly<Record<'who' | 'role' | 'sent' | 'until' | 'what', string>>
    readonly over: string
    readonly again: string
    readonly withdraw: string
    /** For whoever has the buttons read out. */
    readonly of: (button: string, email: string) => string
    readonly sent: string
    readonly withdrawn: string
    readonly gone: string
    readonly enough: string
  }
  readonly passkeys: Readonly<
    Record<
      'title' | 'lead' | 'own' | 'roles' | 'save' | 'done' | 'notSaved' | 'changedMeanwhile' | 'ownFirst',
      string
    >
  >
  readonly invite: {
    readonly title: string
    readonly lead: string
    readonly email: string
    readonly emailWrong: string
    readonly roleMissing: string
    readonly button: string
    readonly refused: string
    readonly worksHere: (email: string, role: string) => string
    readonly waits: (email: string) => string
  }
}

/** Who works here: the list, one of them, and those who are invited. */
export const teamTexts = localized<TeamTexts>({
  en: {
    title: 'Team',
    lead: 'Who works here, and as what. Each role opens what its work needs, and no more.',
    columns: { who: 'Person', role: 'Role', since: 'Since' },
    you: 'you',
    byProvider: 'by the provider',
    duties: {
      owner: 'Everything, with the team, the keys of programs and where the money goes.',
      manager: 'Everything but the team, the keys of programs, own domains and where the money goes.',
      box_office: 'The evening, bookings and members: sells, changes, cancels, hands out.',
      steward: 'The evening and the list for the door. Sees no address.',
      accountant: 'The evening, money to give back, the accounts, and lists as files.',
    },
    all: 'The whole team',
    role: 'Role',
    change: 'Change the role',
    notChanged: 'The role was not changed',
    changedMeanwhile: (role) => `Somebody changed the role meanwhile. It is now: ${role}.`,
    lastOwner:
      'The only owner. An organisation keeps at least one: make somebody else an owner before you change this role or remove the person.',
    changed: 'The role is changed. It holds from the next page on.',
    history: 'What was done to this person’s role',
    removal: {
      title: 'Remove from the team',
      lead: 'The person may do nothing here any more from their next page on. What they did stays in the audit log.',
      own: 'This is you: the administration closes for you at once.',
      keys: 'API keys that act for this person',
      keysHelp:
        'A key outlives its person’s place in the team, so that a till does not stop. Tick those that are to end now.',
      button: (email) => `Remove ${email}`,
      done: 'The person works here no longer.',
    },
    invitations: {
      title: 'Invited',
      nothing: 'No invitation waits for an answer.',
      columns: { who: 'Person', role: 'Role', sent: 'Sent', until: 'Works until', what: 'Actions' },
      over: 'Over',
      again: 'Send again',
      withdraw: 'Withdraw',
      of: (button, email) => `${button}: ${email}`,
      sent: 'The invitation is sent. Its link works once, for seven days.',
      withdrawn: 'The invitation is withdrawn: its link opens nothing any more.',
      gone: 'This invitation is gone: it was accepted or withdrawn meanwhile.',
      enough:
        'This address was invited five times within an hour. Wait a while, or ask the person to look among unwanted mail.',
    },
    passkeys: {
      title: 'Passkeys',
      lead: 'Whoever reads somebody’s mail can sign in as them. Those whose role is ticked show a passkey besides, kept by their telephone or computer; who has none makes it at their next page.',
      own: 'Look after your own passkeys',
      roles: 'Who needs a passkey',
      save: 'Save',
      done: 'Saved. It holds from the next page of each of them.',
      notSaved: 'Nothing was changed',
      changedMeanwhile: 'Somebody changed these roles meanwhile. Below is how they are now.',
      ownFirst:
        'Make a passkey of your own first: it shows that this address works with passkeys, and that nobody is locked out.',
    },
    invite: {
      title: 'Invite somebody',
      lead: 'They get a mail with a link, and work here once they accept.',
      email: 'E-mail address',
      emailWrong: 'Give an e-mail address such as ada@example.org.',
      roleMissing: 'Choose a role.',
      button: 'Send the invitation',
      refused: 'No invitation was sent',
      worksHere: (email, role) =>
        `${email} works here already (${role}). To change the role, open the person in the list.`,
      waits: (email) =>
        `${email} is invited already and has not answered. You can send that invitation again, or withdraw it.`,
    },
  },
  fr: {
    title: 'Équipe',
    lead: 'Qui travaille ici, et en quelle qualité. Chaque rôle ouvre ce dont son travail a besoin, sans plus.',
    columns: { who: 'Personne', role: 'Rôle', since: 'Depuis' },
    you: 'vous',
    byProvider: 'par le fournisseur',
    duties: {
      owner: 'Tout, avec l’équipe, les clés des programmes et la destination de l’argent.',
      manager:
        'Tout sauf l’équipe, les clés des programmes, les domaines propres et la destination de l’argent.',
      box_office: 'La soirée, les réservations et les adhérents : vend, modifie, annule, remet.',
      steward: 'La soirée et la liste de l’entrée. Ne voit aucune adresse.',
      accountant: 'La soirée, l’argent à rendre, les comptes et les listes en fichiers.',
    },
    all: 'Toute l’équipe',
    role: 'Rôle',
    change: 'Changer le rôle',
    notChanged: 'Le rôle n’a pas été changé',
    changedMeanwhile: (role) => `Quelqu’un a changé le rôle entre-temps. C’est maintenant : ${role}.`,
    lastOwner:
      'Seul propriétaire. Une organisation en garde au moins un : nommez un autre propriétaire avant de changer ce rôle ou de retirer cette personne.',
    changed: 'Le rôle est changé. Il vaut dès la prochaine page.',
    history: 'Ce qui a été fait sur le rôle de cette personne',
    removal: {
      title: 'Retirer de l’équipe',
      lead: 'La personne ne peut plus rien faire ici dès sa prochaine page. Ce qu’elle a fait reste dans le journal.',
      own: 'C’est vous : l’administration se ferme aussitôt pour vous.',
      keys: 'Clés d’API qui agissent pour cette personne',
      keysHelp:
        'Une clé survit à la place de sa personne dans l’équipe, pour qu’une caisse ne s’arrête pas. Cochez celles qui doivent prendre fin maintenant.',
      button: (email) => `Retirer ${email}`,
      done: 'La personne ne travaille plus ici.',
    },
    invitations: {
      title: 'Invitations',
      nothing: 'Aucune invitation n’attend de réponse.',
      columns: { who: 'Personne', role: 'Rôle', sent: 'Envoyée', until: 'Valable jusqu’au', what: 'Actions' },
      over: 'Terminée',
      again: 'Renvoyer',
      withdraw: 'Annuler',
      of: (button, email) => `${button} : ${email}`,
      sent: 'L’invitation est envoyée. Son lien fonctionne une fois, pendant sept jours.',
      withdrawn: 'L’invitation est annulée : son lien n’ouvre plus rien.',
      gone: 'Cette invitation n’existe plus : elle a été acceptée ou annulée entre-temps.',
      enough:
        'Cette adresse a été invitée cinq fois en une heure. Patientez, ou demandez à la personne de regarder parmi ses messages indésirables.',
    },
    passkeys: {
      title: 'Clés d’accès',
      lead: 'Qui lit les messages de quelqu’un peut se connecter à sa place. Les personnes dont le rôle est coché présentent en plus une clé d’accès (passkey), gardée par leur téléphone ou leur ordinateur ; qui n’en a pas la crée à sa prochaine page.',
      own: 'Gérer vos propres clés d’accès',
      roles: 'Qui a besoin d’une clé d’accès',
      save: 'Enregistrer',
      done: 'Enregistré. Cela vaut dès la prochaine page de chacun.',
      notSaved: 'Rien n’a été changé',
      changedMeanwhile: 'Quelqu’un a changé ces rôles entre-temps. Les voici tels qu’ils sont.',
      ownFirst:
        'Créez d’abord votre propre clé d’accès : elle montre que cette adresse fonctionne avec les clés, et que personne ne sera bloqué.',
    },
    invite: {
      title: 'Inviter quelqu’un',
      lead: 'La personne reçoit un message avec un lien, et travaille ici dès qu’elle accepte.',
      email: 'Adresse e-mail',
      emailWrong: 'Indiquez une adresse e-mail comme ada@example.org.',
      roleMissing: 'Choisissez un rôle.',
      button: 'Envoyer l’invitation',
      refused: 'Aucune invitation n’a été envoyée',
      worksHere: (email, role) =>
        `${email} travaille déjà ici (${role}). Pour changer son rôle, ouvrez la personne dans la liste.`,
      waits: (email) =>
        `${email} a déjà reçu une invitation et n’y a pas répondu. Vous pouvez renvoyer cette invitation ou l’annuler.`,
    },
  },
})
