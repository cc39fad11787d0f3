import { permissions } from '../../features/account/permission.ts'
import type { Texts } from './en.ts'

export const fr: Texts = {
  errors: {
    invalid_body: {
      title: 'Corps illisible',
      detail: 'Le corps de la requête n’est pas du JSON bien formé.',
    },
    validation_failed: {
      title: 'Certaines valeurs sont incorrectes',
      detail: 'Corrigez les champs nommés dans « errors » puis renvoyez la requête.',
    },
    category_rule: {
      title: 'Pas pour ce type d’organisation',
      detail: 'La catégorie de cette organisation ne le permet pas.',
    },
    credentials_required: {
      title: 'Identification nécessaire',
      detail:
        'Envoyez une clé dans l’en-tête « Authorization: Api-Key <clé> » : sous /scan/ celle d’un appareil appairé, ailleurs une clé d’API. Sur une page, connectez-vous.',
    },
    key_invalid: { title: 'Clé refusée', detail: 'Cette clé est inconnue ici, expirée ou révoquée.' },
    permission_denied: {
      title: 'Non autorisé',
      detail: 'Cette identification ne porte pas le droit nécessaire à cette opération.',
    },
    origin_refused: {
      title: 'Mauvaise origine',
      detail: 'Une requête connectée doit venir d’une page de cette même adresse.',
    },
    address_refused: {
      title: 'Adresse refusée',
      detail:
        'Cette clé ne peut servir que depuis d’autres adresses. La personne qui l’a créée peut les changer.',
    },
    device_archived: {
      title: 'Appareil archivé',
      detail: 'Cet appareil a été archivé ou son temps est écoulé. Demandez un nouveau code d’appairage.',
    },
    not_found: { title: 'Introuvable', detail: 'Il n’y a rien à cette adresse.' },
    method_not_allowed: {
      title: 'Pas par cette méthode',
      detail: 'Cette adresse ne répond pas à cette méthode. « Allow » nomme celles auxquelles elle répond.',
    },
    not_approved: {
      title: 'Pas encore ouverte',
      detail:
        'La personne qui gère ce serveur n’a pas encore donné son accord à cette organisation. D’ici là, elle n’écrit qu’à son équipe.',
    },
    storage_full: {
      title: 'Plus de place',
      detail: 'Les images de cette organisation occupent toute la place permise.',
    },
    slug_taken: {
      title: 'Nom déjà pris',
      detail: 'Une autre organisation utilise ce nom ou cette adresse. Choisissez-en un autre.',
    },
    root_exists: { title: 'Root existe déjà', detail: 'Un serveur a exactement une organisation Root.' },
    cashless_product_exists: {
      title: 'Adhésion cashless existante',
      detail: 'Un seul produit peut être envoyé aux cartes cashless, et il existe déjà.',
    },
    too_many_unconfirmed: {
      title: 'Trop de réservations ou de commandes sont encore en cours',
      detail:
        'Terminez les précédentes, ou annulez-les : payez-les, ou confirmez-les depuis leurs messages. Ou connectez-vous, demandez-en moins, ou revenez dans une demi-heure.',
    },
    proof_of_work_needed: {
      title: 'Beaucoup réservent en ce moment',
      detail: 'Résolvez « challenge » et renvoyez la demande avec « altcha », ou connectez-vous.',
    },
    sold_out: { title: 'Complet', detail: 'Il ne reste pas assez de places.' },
    max_per_user: {
      title: 'Maximum par personne atteint',
      detail: 'C’est plus qu’une personne ne peut réserver à ce tarif.',
    },
    membership_required: {
      title: 'Adhésion nécessaire',
      detail: 'Cela est réservé aux adhérents. Connectez-vous avec une adhésion en cours.',
    },
    not_on_sale: { title: 'Pas en vente', detail: 'Cela ne peut pas être réservé maintenant.' },
    seat_taken: {
      title: 'Place déjà prise',
      detail: 'Cette place est prise pour cet évènement. Choisissez-en une autre.',
    },
    changed_meanwhile: {
      title: 'Modifié par quelqu’un d’autre',
      detail: 'Cela a changé depuis que vous l’avez ouvert. Regardez l’état actuel, puis modifiez à nouveau.',
    },
    last_super_user: {
      title: 'Dernier super-utilisateur',
      detail: 'Le serveur garde au moins un super-utilisateur. Nommez-en d’abord un autre.',
    },
    last_owner: {
      title: 'Dernier propriétaire',
      detail: 'Une organisation garde au moins un propriétaire. Nommez d’abord quelqu’un d’autre.',
    },
    in_use: {
      title: 'Encore utilisé',
      detail: 'Un autre élément y fait encore référence : la suppression est impossible.',
    },
    invalid_transition: { title: 'Impossible dans cet état', detail: 'Le statut actuel ne le permet pas.' },
    ticket_scanned: {
      title: 'Un billet a été scanné',
      detail:
        'Un billet de cette réservation a été scanné. Seul un administrateur qui insiste peut l’annuler.',
    },
    promotional_code_exists: {
      title: 'Ce code existe déjà',
      detail: 'Choisissez un autre code, ou modifiez celui qui existe.',
    },
    promotional_code_used_up: {
      title: 'Code épuisé',
      detail: 'Ce code a déjà servi autant de fois que prévu. Continuez sans lui, ou essayez-en un autre.',
    },
    places_left: {
      title: 'Il reste des places',
      detail: 'Inutile d’attendre : ce tarif peut être réservé.',
    },
    offer_ended: {
      title: 'L’offre a pris fin',
      detail:
        'Ces places vous étaient réservées jusqu’à l’heure dite. Elles vont au suivant de la liste d’attente.',
    },
    transfer_closed: {
      title: 'Billets nominatifs',
      detail:
        'Les billets de cet évènement ne peuvent pas, ou ne peuvent plus, être donnés à quelqu’un d’autre. Adressez-vous à l’organisateur.',
    },
    cancellation_closed: {
      title: 'Annulation fermée',
      detail:
        'Cette réservation ne peut pas, ou ne peut plus, être annulée sur cette page. Adressez-vous à l’organisateur.',
    },
    amount_mismatch: { title: 'Montant différent', detail: 'Le montant n’est pas celui qui est dû.' },
    insufficient_balance: {
      title: 'Solde insuffisant',
      detail: 'Le solde de la carte ne suffit pas. Débitez moins, ou rechargez la carte.',
    },
    already_handed_out: {
      title: 'Déjà remis',
      detail:
        'Des articles de cette réservation ont déjà été remis. Ce qui revient au guichet y est d’abord noté.',
    },
    top_up_spent: {
      title: 'La recharge a été dépensée',
      detail:
        'Ce que cette réservation a mis sur la carte n’y est plus. Seul un administrateur qui insiste peut l’annuler ; ce qui reste est alors repris.',
    },
    already_reversed: {
      title: 'Déjà repris',
      detail: 'Ce mouvement a déjà été repris. Rien n’a changé.',
    },
    card_lost: {
      title: 'Carte déclarée perdue',
      detail: 'Cette carte a été déclarée perdue et est bloquée. Ne l’acceptez pas ; appelez le responsable.',
    },
    card_linked: {
      title: 'La carte est à quelqu’un d’autre',
      detail: 'Cette carte est liée à une autre personne. Déliez-la d’abord.',
    },
    payment_unavailable: {
      title: 'Le paiement n’est pas possible pour le moment',
      detail:
        'Le service de paiement ne répond pas. Vos places restent retenues : revenez en arrière et réessayez dans un instant.',
    },
    webhook_refused: {
      title: 'Évènement refusé',
      detail: 'Il n’est pas signé avec le secret de cette organisation.',
    },
    nonce_reused: {
      title: 'Nonce déjà utilisé',
      detail: 'Cet appareil a utilisé le même nonce pour un autre billet.',
    },
    idempotency_conflict: {
      title: 'Encore en cours',
      detail: 'La première requête avec cette Idempotency-Key n’est pas terminée. Réessayez dans un instant.',
    },
    idempotency_mismatch: {
      title: 'Clé utilisée pour une autre requête',
      detail: 'Cette Idempotency-Key, ou cet uuid de la requête, a déjà été envoyé avec un autre corps.',
    },
    link_invalid: {
      title: 'Lien non valable',
      detail: 'Ce lien a été utilisé ou a expiré. Demandez-en un nouveau.',
    },
    body_too_large: { title: 'Trop volumineux', detail: 'Le corps de la requête dépasse la taille permise.' },
    unsupported_media_type: {
      title: 'Type de contenu non pris en charge',
      detail:
        'Envoyez du JSON avec « Content-Type: application/json », sans compression. Les formulaires sont acceptés là où la documentation le dit.',
    },
    too_many_requests: {
      title: 'Trop de requêtes',
      detail: 'Attendez le temps indiqué par « Retry-After » puis réessayez.',
    },
    invalid_qrcode: {
      title: 'Pas un code de billet',
      detail: 'Ce n’est pas le code d’un billet. Demandez le billet.',
    },
    invalid_signature: {
      title: 'Code falsifié ou étranger',
      detail: 'Ce code n’a pas été émis ici. N’admettez pas ; appelez le responsable.',
    },
    ticket_not_found: {
      title: 'Billet inconnu',
      detail: 'Aucun billet ici ne porte ce code. N’admettez pas ; appelez le responsable.',
    },
    invalid_token: {
      title: 'Code d’appairage inconnu',
      detail: 'Ce code d’appairage n’est pas connu ici. Demandez-en un nouveau.',
    },
    expired_token: {
      title: 'Code d’appairage expiré',
      detail: 'Ce code d’appairage a expiré. Demandez-en un nouveau.',
    },
    token_used: {
      title: 'Code d’appairage utilisé',
      detail: 'Un appareil a déjà été appairé avec ce code. Demandez-en un nouveau.',
    },
    unavailable: {
      title: 'Indisponible',
      detail: 'Le service ne peut pas répondre pour le moment. Réessayez.',
    },
    internal_error: {
      title: 'Une erreur est survenue',
      detail:
        'L’erreur vient de nous et a été enregistrée. Réessayez, ou communiquez-nous le numéro de requête.',
    },
  },
  problems: {
    required: 'Ce champ est obligatoire.',
    came_twice: 'Ce champ figure plusieurs fois. Envoyez-le une fois.',
    cursor: 'Envoyez le curseur tel que l’en-tête Link de la page précédente l’a donné.',
    whole_amount: 'La valeur attendue est un montant positif ou nul, sans décimales.',
    amount_in_hundredths: 'La valeur attendue est un montant positif ou nul, avec deux décimales au plus.',
    amount_in_thousandths: 'La valeur attendue est un montant positif ou nul, avec trois décimales au plus.',
    too_many_places: 'Une réservation compte 1 000 places au plus.',
    quantity_missing: 'Donnez une quantité, ou les participants.',
    quantity_differs: 'La quantité diffère du nombre de participants.',
    vat_rate: 'La valeur doit être NA, un taux de 0 à 100 comme 5.5, ou l’un de DX, VG, HC, DD.',
    personal_maximum_twice: 'Ce champ et max_per_user sont le même. Envoyez l’un des deux.',
    day: 'Indiquez un jour, par exemple 2026-05-01.',
    period_ends_before_start: 'Le dernier jour ne peut pas précéder le premier.',
    period_too_long: 'Choisissez moins de jours : 550 au plus.',
    time_zone: 'Utilisez un fuseau horaire comme Europe/Paris.',
    currency: 'Donnez le code d’une devise, comme EUR.',
    color: 'Donnez une couleur en six chiffres hexadécimaux, comme #2b3fd6.',
    image_as_file: 'Envoyez l’image comme fichier, ou son adresse dans img_url.',
    image_too_large: 'L’image dépasse 10 Mio.',
    image_too_many_pixels: 'L’image a plus de 40 mégapixels, ou de 12 en AVIF.',
    image_unsupported_format: 'Utilisez une image JPEG, PNG, WebP, GIF ou AVIF.',
    image_corrupt: 'L’image ne peut pas être lue.',
    image_not_fetched: 'Aucune image n’a pu être chargée depuis cette adresse.',
    idempotency_key: 'Utilisez 1 à 255 caractères ASCII visibles.',
    unknown_product: 'Ce produit n’existe pas ici.',
    not_a_membership: 'La valeur doit être un produit d’adhésion de cette organisation.',
    unknown_location: 'Ce lieu n’existe pas ici.',
    unknown_stage: 'Cette scène n’existe pas ici.',
    stage_elsewhere: 'Cette scène n’est pas dans ce lieu.',
    unknown_project: 'Ce projet n’existe pas ici.',
    project_needed: 'Chaque évènement d’un producteur appartient à un projet.',
    unknown_products: 'L’un de ces produits n’existe pas ici.',
    unknown_options: 'L’une de ces options n’existe pas ici.',
    unknown_artists: 'L’un de ces artistes n’existe pas ici.',
    artist_twice: 'Nommez chaque artiste une seule fois.',
    guest_twice: 'Nommez chaque invité une seule fois.',
    reserved_word:
      'Ceci pourrait être pris pour quelqu’un d’autre. Demandez à la personne qui gère ce serveur.',
    link: 'Indiquez une adresse web qui commence par https://, ou un nom.',
    span_ends_before_start: 'La période doit finir après son début.',
    ends_before_start: 'L’évènement doit finir après son début.',
    sale_ends_before_start: 'La vente doit finir après son début.',
    amount_is_fixed: 'Le montant de ce tarif est fixe.',
    below_least_amount: 'Le montant doit être au moins celui du tarif.',
    amounts_differ: 'Indiquez un seul montant par tarif.',
    one_discount: 'Indiquez un taux ou un montant, pas les deux.',
    discount_rate: 'Le taux est un pourcentage supérieur à 0 et d’au plus 100.',
    promotional_code_form:
      'Un code compte de 2 à 40 lettres de A à Z, chiffres, tirets et tirets bas, et commence par une lettre ou un chiffre.',
    unknown_promotional_code: 'Ce code n’existe pas, ou pas en ce moment.',
    promotional_code_elsewhere: 'Ce code ne vaut pas pour ce qui a été choisi.',
    top_up_not_discounted: 'Une recharge ne se vend jamais moins cher.',
    doors_close_before_open: 'Les portes doivent fermer après leur ouverture.',
    unknown_event: 'Cet évènement n’existe pas ici.',
    unknown_price: 'Ce tarif n’existe pas ici.',
    unknown_option: 'Cet évènement n’a pas cette option.',
    unknown_membership_price: 'Ce tarif d’adhésion n’existe pas ici.',
    member_email_needed: 'Une adhésion nécessite l’adresse e-mail de son adhérent.',
    top_up_email_needed: 'Une recharge cashless nécessite l’adresse e-mail de la personne qui la reçoit.',
    unknown_movement: 'Cette carte n’a pas ce mouvement.',
    not_reversible: 'Seul un crédit ou un débit de caisse peut être repris.',
    more_than_movement: 'C’est plus que le mouvement à reprendre.',
    reversal_alone: 'Seule une reprise nomme un autre mouvement.',
    card_columns: 'La première ligne doit nommer les colonnes : tag_id, number et, s’il y en a, uuid.',
    card_tag: 'Le tag_id doit avoir 8 chiffres hexadécimaux.',
    card_number: 'Le number doit avoir de 1 à 30 lettres, chiffres ou traits d’union.',
    card_uuid: 'L’uuid n’est pas un UUID.',
    card_twice: 'Une ligne précédente a ce tag_id, ce number ou cet uuid.',
    card_known_otherwise: 'Ce tag_id, ce number ou cet uuid est connu comme celui d’une autre carte.',
    in_the_future: 'La date ne doit pas être dans le futur.',
    in_the_past: 'La date doit être à venir.',
    addresses: 'Indiquez des adresses IP ou des plages comme 192.0.2.7 ou 10.0.0.0/8, 50 au plus.',
    ticket_code: 'Le code d’un billet a été lu ici. Indiquez le motif en quelques mots.',
    too_few_letters: 'Indiquez au moins trois lettres ou chiffres.',
    too_long_ago: 'La date est trop ancienne : sept jours au plus.',
    address_of_place: 'L’adresse d’une salle est celle de son organisation. Changez-la là.',
    name_without_letters: 'Utilisez au moins une lettre ou un chiffre.',
    domain_label: 'Utilisez 1 à 63 lettres minuscules, chiffres et tirets, sans tiret au début ni à la fin.',
    domain_code:
      'Ce qui commence par xn-- note d’autres lettres par un code, et celui-ci n’en note aucune. Utilisez le nom comme on le lit.',
    domain_name: 'Utilisez un nom de domaine comme tickets.example.org, hors de celui de ce serveur.',
    permissions: `Donnez un ou plusieurs de : ${permissions.join(', ')}.`,
  },
  details: {
    unknown_host: 'Aucune organisation ne répond à cet hôte.',
    shown_long_ago:
      'Votre connexion est trop ancienne pour cela. Confirmez que c’est bien vous, puis recommencez.',
    passkey_awaited:
      'Cette connexion attend encore votre clé d’accès. Présentez-la, ou créez-en une, puis recommencez.',
    at_label_only: 'Cela se fait à l’adresse de l’organisation sur ce serveur, et non à son propre domaine.',
    letter_forgotten:
      'Le texte d’un message est gardé 90 jours après son envoi. Celui-ci est plus ancien, et ne peut plus être renvoyé.',
    slug_alike:
      'Cette adresse ou ce nom ressemble à celui de quelqu’un d’autre, ou à un autre qui est réservé. Choisissez-en un autre.',
    not_approved_yet: 'L’organisation à cette adresse n’est pas encore ouverte.',
    retired_address: 'Cette adresse n’est plus utilisée.',
    unknown_person: 'Personne n’est connu sous cette adresse e-mail.',
    objection_link:
      'Ce lien est incomplet, ou d’une autre organisation. Ouvrez-le depuis le message que vous avez reçu.',
    currency_in_use:
      'Il y a des tarifs ou des paiements dans la monnaie actuelle ; ils seraient lus comme des montants d’une autre.',
    scan_too_long_ago: 'Un scan s’annule à la porte dans les 15 minutes ; ensuite, dans l’administration.',
    waiting_list_closed:
      'L’organisation a fermé cette liste d’attente : il n’est plus possible de s’y inscrire.',
    too_much_at_once:
      'Trop de demandes arrivent en même temps ; rien n’a été modifié. Réessayez dans un instant.',
    held_by_another:
      'Quelqu’un d’autre modifie la même chose en ce moment ; rien n’a été modifié. Réessayez.',
    no_space_left:
      'Le serveur n’a plus de place pour écrire ; rien n’a été modifié. La personne qui le gère doit en libérer ; réessayez ensuite.',
    database_away: 'La base de données ne répond pas pour le moment. Réessayez.',
    disk_nearly_full:
      'Le disque du serveur est presque plein. La personne qui le gère doit libérer de la place maintenant.',
    takes_no_changes:
      'Le service peut être consulté mais ne prend aucune modification pour le moment ; rien n’a été modifié. Réessayez plus tard.',
  },
  fields: {
    required: 'Ce champ est obligatoire.',
    wrongType: (expected) => `La valeur attendue est ${expected}.`,
    tooLong: (most) => `Utilisez ${most} caractères au plus.`,
    tooShort: 'Ce champ ne doit pas être vide : il lui faut un caractère visible.',
    notAbove: (limit) => `La valeur doit être supérieure à ${limit}.`,
    tooSmall: (least) => `La valeur doit être au moins ${least}.`,
    tooLarge: (most) => `La valeur doit être au plus ${most}.`,
    tooMany: (most) => `Donnez-en ${most} au plus.`,
    tooFew: (least) => `Donnez-en ${least} au moins.`,
    notOneOf: (values) => `La valeur doit être l’une de : ${values}.`,
    characters: 'Ce champ contient des caractères non permis.',
    invalid: 'Cette valeur n’est pas valable.',
    types: {
      string: 'un texte',
      integer: 'un nombre entier',
      number: 'un nombre',
      boolean: 'true ou false',
      array: 'une liste',
      object: 'un objet',
      null: 'null',
      uuid: 'un UUID',
      email: 'une adresse e-mail',
      url: 'une adresse http ou https',
      dateTime: 'une date et heure ISO 8601',
      twoDecimals: 'un nombre avec deux décimales au plus',
    },
  },
  ticketStatus: {
    created: 'Créé',
    not_active: 'Non actif',
    not_scanned: 'Valide et non scanné',
    scanned: 'Valide et scanné',
  },
  scanDetail: {
    admitted: 'Bienvenue.',
    already_scanned: 'Ce billet a déjà été scanné. N’admettez pas une seconde fois.',
    wrong_event: 'Ce billet est pour un autre évènement. Indiquez la bonne entrée.',
    canceled: 'Ce billet a été annulé. N’admettez pas ; dirigez la personne vers la billetterie.',
    unpaid: 'Ce billet n’est pas payé. Dirigez la personne vers la billetterie.',
    not_active: 'Ce billet n’est pas encore actif. Dirigez la personne vers la billetterie.',
    outside_window: 'Les portes de cet évènement ne sont pas ouvertes maintenant.',
  },
}
