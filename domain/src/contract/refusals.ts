/** One text for unconfirmed, failed and unknown payments and those of other customers, so that it reveals nothing. */
const PAYMENT_UNCONFIRMED =
  'Paiement non confirmé. Si vous avez été débité, votre commande sera mise à jour automatiquement.';

/**
 * All expected refusals: code, HTTP status and message, in French except PAYMENT_SERVICE_ERROR. `{name}` in a
 * message is replaced by the refusal's values. Any other error is ours and gets 500.
 */
export const refusals = {
  BAD_REQUEST: { status: 400, message: 'Requête invalide' },
  // One text for wrong, expired, used and blocked codes and those of other users, so that it reveals nothing.
  WRONG_CODE: { status: 400, message: 'Code incorrect ou expiré' },
  INVALID_CREDENTIALS: { status: 401, message: 'Identifiants incorrects' },
  UNAUTHENTICATED: { status: 401, message: 'Session expirée, veuillez vous reconnecter' },
  KEY_UNKNOWN: { status: 401, message: 'Cette clé n’existe pas, ou a été retirée' },
  SESSION_IDLE: {
    status: 401,
    message:
      'Votre session a été fermée après {minutes} minutes sans activité. Reconnectez-vous pour reprendre.',
  },
  BAD_SIGNATURE: { status: 401, message: 'Signature invalide' },
  PAYMENT_REQUIRED: { status: 402, message: PAYMENT_UNCONFIRMED },
  PAYMENT_PENDING: { status: 402, message: PAYMENT_UNCONFIRMED },
  ACCOUNT_DISABLED: { status: 403, message: "Votre compte a été désactivé. Contactez l'administrateur." },
  ACCOUNT_UNVERIFIED: { status: 403, message: 'Votre compte attend la vérification' },
  FORBIDDEN: { status: 403, message: "Vous n'avez pas accès à cette action" },
  REGISTRATION_CLOSED: {
    status: 403,
    message: 'Les inscriptions sont fermées pour le moment. Appelez-nous si vous avez besoin d’un compte.',
  },
  SECOND_FACTOR_REQUIRED: { status: 403, message: 'Activez d’abord la connexion en deux étapes' },
  PHONE_PROOF_REQUIRED: {
    status: 403,
    message: 'Confirmez d’abord votre numéro de téléphone, avec un code reçu par SMS',
  },
  CONSENT_WITHDRAWN: {
    status: 403,
    message: 'Vous avez retiré votre accord pour vos données de santé. Donnez-le à nouveau pour continuer.',
  },
  PHONE_NOT_VERIFIED: { status: 403, message: "Veuillez d'abord vérifier votre numéro de téléphone" },
  PHONE_REPLACED: {
    status: 403,
    message:
      'Ce numéro vient d’être mis à la place d’un autre : pendant un jour, le mot de passe ne change pas avec un code. Entrez avec celui que vous avez, ou appelez-nous.',
  },
  LINK_EXPIRED: { status: 403, message: 'Ce lien a expiré. Rouvrez le fichier.' },
  NOT_FOUND: { status: 404, message: 'Élément introuvable' },
  REASSIGNED: { status: 404, message: 'Cette commande est maintenant confiée à {name}{reason}.' },
  NO_PRESCRIPTION: { status: 404, message: 'Aucune ordonnance trouvée' },
  PAY_LINK_UNKNOWN: {
    status: 404,
    message:
      'Ce lien n’existe pas, ou n’existe plus. Demandez-en un autre à la personne qui vous l’a envoyé.',
  },
  FILE_NOT_FOUND: { status: 404, message: 'Fichier inaccessible' },
  FILE_ERASED: { status: 410, message: 'Fichier effacé le {date}, à la fin de sa durée de conservation' },
  ROUTE_NOT_FOUND: { status: 404, message: 'Page introuvable' },
  TIMEOUT: { status: 408, message: 'Votre demande a mis trop longtemps à arriver. Veuillez réessayer.' },
  STATE_CHANGED: { status: 409, message: 'Action impossible : la commande est déjà « {state} »' },
  BROUGHT_BACK: {
    status: 409,
    message:
      'Un superviseur a repris cette commande ({reason}) : elle n’est plus à livrer par vous. Si le client l’a reçue, appelez-nous.',
  },
  HANDOVER_CODE_WRONG: { status: 409, message: 'Code faux. Redemandez-le au client : encore {left}.' },
  HANDOVER_CODE_SPENT: { status: 409, message: 'Cinq codes faux. Dites pourquoi il n’y a pas de code.' },
  SHORTAGE_OPEN: {
    status: 409,
    message: 'Une difficulté est signalée sur cette commande : le superviseur doit d’abord la régler',
  },
  WARNING_CHANGED: { status: 409, message: 'Cette alerte vient de changer : relisez-la' },
  WARNING_UNSEEN: {
    status: 409,
    message: 'Des alertes n’ont pas encore été vues : ouvrez la commande et dites « J’ai vu » pour chacune',
  },
  NOT_SUBSTITUTABLE: { status: 409, message: 'Le prescripteur ne permet pas de remplacer ce médicament' },
  SUBSTITUTION_OVER: {
    status: 409,
    message: 'Cette proposition n’attend plus de réponse : la commande a changé',
  },
  WITH_COURIER: { status: 409, message: 'Un livreur a déjà les médicaments de cette commande' },
  ALREADY_ASSIGNED: { status: 409, message: 'Commande déjà assignée à {name}' },
  NO_RECEIPT_YET: { status: 409, message: 'Le reçu est prêt dès que la commande est payée' },
  NOT_PAYABLE_YET: { status: 409, message: 'Votre ordonnance n’a pas encore été lue' },
  PHARMACY_FIRST: { status: 409, message: 'Assignez d’abord une pharmacie à cette commande' },
  PHOTO_REFUSED: { status: 409, message: 'Une autre photo est déjà demandée au client' },
  PHOTO_NOT_ASKED: { status: 409, message: 'Aucune autre photo n’est demandée pour cette commande' },
  TOO_MANY_UNREAD: {
    status: 409,
    message:
      'Trois de vos ordonnances attendent déjà d’être lues. Vous pourrez en envoyer une autre dès que l’une d’elles sera lue.',
  },
  ALREADY_TREATED: { status: 409, message: 'Cette commande a déjà été traitée' },
  AMOUNT_CHANGED: {
    status: 409,
    message: 'Le montant a changé : {total} F. Veuillez vérifier puis confirmer.',
  },
  MEDICATION_UNAVAILABLE: { status: 409, message: "Ce médicament n'est plus disponible" },
  MEDICATION_NOT_PRICED: { status: 409, message: 'Le prix de ce médicament n’est pas encore fixé' },
  MEDICATION_TO_REVIEW: {
    status: 409,
    message: 'Un médicament de cette ordonnance attend la vérification d’un pharmacien',
  },
  MEDICINE_RECALLED: {
    status: 409,
    message: 'Médicament rappelé : {name} n’est plus commandé. Retirez-le pour continuer.',
  },
  BATCH_RECALLED: {
    status: 409,
    message: 'Ce lot est rappelé : ne le donnez pas. Prenez un autre lot, ou signalez une rupture.',
  },
  RECALL_EXISTS: { status: 409, message: 'Ce rappel est déjà en cours' },
  RECALL_ANSWERED: { status: 409, message: 'Votre pharmacie a déjà répondu à ce rappel' },
  // The response contains the medicines of that name.
  MEDICATION_ALIKE: { status: 409, message: 'Ce médicament existe déjà sous une autre forme' },
  REVIEW_DONE: { status: 409, message: 'Ce médicament a déjà été vérifié' },
  PRESCRIPTION_CHECKED: { status: 409, message: 'Cette ordonnance a déjà été vérifiée ou modifiée' },
  ZONE_UNAVAILABLE: { status: 409, message: "Cette zone n'est plus desservie" },
  PRESCRIPTION_USED: { status: 409, message: 'Cette ordonnance a déjà été utilisée' },
  // The validity of what remains of it has ended (rule 54).
  PRESCRIPTION_EXPIRED: {
    status: 409,
    message: 'Cette ordonnance n’est plus valable : demandez-en une autre à la personne qui l’a écrite.',
  },
  // So has that of one line of an unpaid order: the others can be paid.
  LINE_EXPIRED: {
    status: 409,
    message:
      'Un de ces médicaments n’est plus à délivrer : ne le prenez pas, ou demandez une autre ordonnance.',
  },
  // An order took something of it: its lines stay as they are.
  PRESCRIPTION_BEGUN: {
    status: 409,
    message: 'Cette ordonnance est entamée : supprimez-en le reste, puis écrivez-en une autre.',
  },
  PRESCRIPTION_RESERVED: {
    status: 409,
    message: 'Un paiement est en cours pour cette ordonnance. Réessayez dans quelques minutes.',
  },
  // The client's own number for a prescription (rule 17), sent again with other content.
  CLIENT_NUMBER_REUSED: {
    status: 409,
    message: 'Ce numéro a déjà servi à une autre ordonnance. Renvoyez celle-ci sous un autre numéro.',
  },
  ORDER_BEING_PAID: {
    status: 409,
    message: 'Un paiement est en cours pour cette commande. Réessayez dans quelques minutes.',
  },
  CANCEL_ASKED: {
    status: 409,
    message: 'Le client demande l’annulation de cette commande : répondez d’abord à sa demande',
  },
  FEEDBACK_CLOSED: {
    status: 409,
    message: 'Votre réponse ne change plus. Si quelque chose ne va pas, appelez-nous.',
  },
  FEEDBACK_CHANGED: { status: 409, message: 'Le client vient de changer sa réponse : relisez-la' },
  FEEDBACK_HANDLED: { status: 409, message: 'Déjà traité par {name}' },
  NOT_DELIVERED_YET: { status: 409, message: 'Cette commande n’est pas encore livrée' },
  TOO_MANY_REPORTS: {
    status: 409,
    message: 'Vous avez déjà envoyé dix signalements pour cette commande. Appelez-nous.',
  },
  REPORT_TAKEN: { status: 409, message: 'Ce signalement est déjà pris par {name}' },
  PROBLEM_CHANGED: { status: 409, message: 'Un autre problème vient d’être signalé : relisez la commande' },
  REPORT_CHANGED: { status: 409, message: 'Ce signalement a changé entre-temps. Rechargez la page.' },
  REPORT_INCOMPLETE: { status: 409, message: 'Il manque à la déclaration : {what}' },
  NOTHING_TO_GIVE_BACK: {
    status: 409,
    message: 'Rien à rendre : le client n’a rien payé pour ces médicaments',
  },
  CANCEL_DECIDED: { status: 409, message: 'L’annulation de cette commande est déjà décidée' },
  PRESCRIPTION_ATTACHED: { status: 409, message: 'Cette ordonnance est jointe à une commande' },
  NO_INSURANCE_CARD: { status: 409, message: 'Cette commande n’a pas de carte d’assurance' },
  INSURANCE_UNVERIFIED: {
    status: 409,
    message:
      'Carte d’assurance à vérifier avant le paiement : nous vous préviendrons. Sans la carte, vous pouvez payer tout de suite.',
  },
  INSURANCE_REFUSED: {
    status: 409,
    message:
      'Votre carte d’assurance n’a pas été acceptée. Changez sa photo ou son taux, ou commandez sans elle.',
  },
  PHARMACY_ASKED: {
    status: 409,
    message:
      'Nous demandons d’abord aux pharmacies si elles ont vos médicaments. Vous payez dès que l’une répond.',
  },
  OFFER_LAPSED: {
    status: 409,
    message: 'Cette pharmacie ne garde plus vos médicaments : nous demandons de nouveau',
  },
  INQUIRY_FOUND: { status: 409, message: 'Merci, trouvé : une autre pharmacie a répondu' },
  INQUIRY_OVER: { status: 409, message: 'Cette demande n’attend plus de réponse : la commande a changé' },
  INSURER_WAITS: {
    status: 409,
    message:
      'Votre assurance doit répondre avant le paiement : nous vous préviendrons. Sans la carte, vous pouvez payer tout de suite.',
  },
  INSURANCE_CEILING: {
    status: 409,
    message:
      'Votre assurance couvre encore {left} F ce mois-ci, moins que pour cette commande. Sans la carte, vous pouvez payer tout de suite.',
  },
  INSURER_EXISTS: { status: 409, message: 'Un assureur porte déjà ce nom' },
  CLAIM_CHANGED: { status: 409, message: 'Cette ligne a changé entre-temps. Rechargez la page.' },
  // A fee of 0 and a card that covers all (rule 1).
  NOTHING_TO_PAY: {
    status: 409,
    message:
      'Le total est de 0 F : il n’y a rien à payer. Ajoutez un médicament, ou commandez sans la carte.',
  },
  CARD_CHECKED: { status: 409, message: 'Cette carte a changé, ou a déjà été vérifiée' },
  CARD_EXISTS: { status: 409, message: "Vous avez déjà une carte d'assurance" },
  ADDRESS_EXISTS: { status: 409, message: 'Un de vos lieux porte déjà ce nom' },
  TOO_MANY_ADDRESSES: {
    status: 409,
    message: 'Vous gardez déjà dix lieux. Retirez-en un dans votre profil.',
  },
  TOO_MANY_KEYS: { status: 409, message: 'Vous avez déjà cinq clés. Retirez-en une.' },
  ORDER_NOT_ENDED: { status: 409, message: 'Cette commande n’est pas encore terminée' },
  OVER_REMAINING: { status: 409, message: 'Montant supérieur au reste à payer ({rest} F)' },
  // The amount was payable until another payout.
  ALREADY_PAID_OUT: {
    status: 409,
    message: 'Déjà payé : {what} par {name} {when}. Reste à payer : {rest} F.',
  },
  // The response contains the order's id and number. To pay another basket with the same content, the client sends
  // `again`.
  ALREADY_PAID: { status: 409, message: 'Cette commande est déjà payée' },
  // Whoever pays by a link reads no more of what has changed (rule 56).
  PAY_LINK_ENDED: {
    status: 409,
    message: 'Cette demande est terminée : demandez un autre lien à {name}. Rien n’a été payé.',
  },
  PAY_LINK_CHANGED: {
    status: 409,
    message:
      'Ce que {name} demande n’est plus disponible tel quel : demandez-lui un autre lien. Rien n’a été payé.',
  },
  // With `again`, the customer confirms a second payment.
  PAYMENT_UNDER_REVIEW: {
    status: 409,
    message: 'Nous vérifions déjà un paiement de cette commande : ne payez pas une deuxième fois.',
  },
  ALREADY_REFUNDED: { status: 409, message: 'Remboursement déjà demandé par {name}' },
  REFUND_BY_HAND: {
    status: 409,
    message:
      'Ce paiement ne peut pas être remboursé d’ici : le montant ou la référence reçus sont incertains.',
  },
  NOT_EXACT: {
    status: 409,
    message: 'Cette commande n’attend pas exactement ce montant. Remboursez ce paiement, ou classez-le.',
  },
  REVIEW_CLOSED: { status: 409, message: 'Paiement déjà vu par {name} : {note}' },
  PAYOUT_TOO_HIGH: { status: 409, message: 'Un versement est de {max} F au plus : faites-en plusieurs.' },
  PAYOUT_ACCOUNT_NEW: {
    status: 409,
    message: 'Ce compte de versement a changé il y a moins de 24 h : l’argent le suivra demain.',
  },
  PAYOUT_SHORT: {
    status: 409,
    message: 'Le prestataire n’a que {rest} F à verser pour le moment : versez moins, ou attendez.',
  },
  PAYOUT_NO_ACCOUNT: {
    status: 409,
    message: 'Ce partenaire n’a pas de compte mobile money à qui verser : payez-le autrement, puis notez-le.',
  },
  PAYMENT_ALREADY_USED: { status: 409, message: 'Ce paiement a déjà été utilisé' },
  PHONE_TAKEN: { status: 409, message: 'Un compte existe déjà avec ce numéro' },
  EMAIL_TAKEN: { status: 409, message: 'Un compte existe déjà avec cet email' },
  // For a customer, the response contains what is open.
  OPEN_ORDERS: { status: 409, message: 'Encore en cours pour ce compte : {what}' },
  UNPAID_BENEFITS: { status: 409, message: 'Cette personne a encore des bénéfices à recevoir' },
  ACCOUNT_CHANGED: {
    status: 409,
    message: 'Ce compte a été modifié entre-temps. Comparez avant d’enregistrer.',
  },
  // The queue deletes a failed message after a day, and a code expires after ten minutes.
  MESSAGE_TOO_OLD: { status: 409, message: 'Ce message est trop ancien pour être renvoyé' },
  SETTINGS_CHANGED: {
    status: 409,
    message: 'Les réglages ont été modifiés entre-temps. Comparez avant d’enregistrer.',
  },
  TYPE_IN_USE: {
    status: 409,
    message: 'Ce compte a déjà servi : son type ne peut plus changer. Créez-en un autre.',
  },
  MEDICATION_EXISTS: { status: 409, message: 'Ce médicament existe déjà sous cette forme' },
  IMPORT_CHANGED: {
    status: 409,
    message: 'La liste a changé depuis l’aperçu : rien n’est importé. Regardez le nouvel aperçu.',
  },
  ZONE_EXISTS: { status: 409, message: 'Une zone porte déjà ce nom' },
  CHAT_TAKEN: {
    status: 409,
    message: 'Cette demande a déjà été prise en charge par un autre professionnel',
  },
  CHAT_PENDING: { status: 409, message: 'Cette consultation n’a pas encore de médecin' },
  CHAT_COMPLETED: { status: 409, message: 'Cette consultation est terminée' },
  // The same request (by its Idempotency-Key) is still running.
  IN_PROGRESS: { status: 409, message: 'Cette demande est déjà en cours de traitement' },
  FILE_TOO_LARGE: { status: 413, message: 'Fichier trop volumineux (10 Mo maximum)' },
  QUOTA: { status: 413, message: 'Espace de fichiers plein ({limit})' },
  TOO_LARGE: { status: 413, message: 'Requête trop volumineuse' },
  FILE_TYPE: { status: 415, message: 'Format non accepté : image (JPEG, PNG, WebP) ou PDF uniquement' },
  UNSUPPORTED: { status: 415, message: 'Format de requête non pris en charge' },
  INVALID: { status: 422, message: 'Certains champs sont à corriger' },
  // The next three are not 401, which would end the session on the screen.
  CODE_REQUIRED: { status: 422, message: 'Entrez le code de votre application' },
  WRONG_SECOND_CODE: { status: 422, message: 'Code incorrect ou déjà utilisé' },
  WRONG_PASSWORD: { status: 422, message: 'Mot de passe actuel incorrect' },
  CAPTCHA_FAILED: { status: 422, message: 'Vérification anti-robot échouée. Veuillez réessayer.' },
  KEY_REUSED: { status: 422, message: 'Cette clé a déjà servi à une autre demande' },
  NOT_ASSIGNABLE: { status: 422, message: "Cette personne n'est pas disponible pour cette commande" },
  PRESCRIPTION_NEEDED: { status: 422, message: 'Ce médicament demande une ordonnance' },
  TOO_MANY_CHATS: {
    status: 429,
    message: 'Vous avez déjà {max} demandes en attente. Un médecin va vous répondre.',
  },
  PHONE_ASKED_ENOUGH: {
    status: 429,
    message:
      'Ce numéro vient de recevoir assez de demandes de paiement. Payez avec un autre numéro ou sur la page du prestataire, ou réessayez dans {wait}.',
  },
  TOO_MANY_TRIES: { status: 429, message: 'Trop de tentatives. Veuillez réessayer dans quelques minutes.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'En-têtes de la requête trop volumineux' },
  INTERNAL: { status: 500, message: 'Service momentanément indisponible. Veuillez réessayer.' },
  UNAVAILABLE: { status: 503, message: 'Service momentanément indisponible. Veuillez réessayer.' },
  MAINTENANCE: {
    status: 503,
    message: 'Amasin est en maintenance. Veuillez réessayer dans quelques minutes.',
  },
  STORAGE_UNAVAILABLE: { status: 503, message: 'Espace de stockage indisponible' },
  PAYMENT_SERVICE_ERROR: { status: 503, message: 'Payment service error' },
} as const satisfies Record<string, { status: number; message: string }>;

export type RefusalCode = keyof typeof refusals;

/** The French text of a refusal, with its placeholders replaced. */
export function refusalMessage(
  code: RefusalCode,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return refusals[code].message.replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole));
}
