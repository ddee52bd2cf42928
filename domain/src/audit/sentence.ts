import { formatAmount } from '../contract/format.ts';
import { statementTitle } from '../statements/month.ts';
import { recognitionLabels, recognitionQuestions } from '../users/recognition.ts';
import type { AuditAction, AuditKind } from './actions.ts';
import type { AuditDetails } from './entry.ts';
import { describeValues, nameFields } from './field-labels.ts';
import { describeProgress } from './order-events.ts';

export interface Line {
  readonly action: AuditAction;
  readonly kind: AuditKind;
  /** The number or the name of the subject; null when it has none, or is gone. */
  readonly label: string | null;
  /** The name of the customer whom it concerns. */
  readonly customer: string | null;
  readonly details: AuditDetails;
  /** Whether it is the person’s own account. */
  readonly isOwn: boolean;
}

const nouns: Readonly<Record<string, string>> = {
  order: 'la commande',
  prescription: 'l’ordonnance',
  consultation: 'une consultation',
  file: 'un fichier',
  card: 'une carte d’assurance',
  report: 'un signalement',
  insurer: 'l’assureur',
  user: 'le compte',
  medication: 'le médicament',
  recall: 'le rappel de',
  zone: 'la zone',
  pharmacy: 'la pharmacie',
  duty: 'des gardes',
  payment: 'le paiement',
  refund: 'un remboursement',
  debit: 'le débit',
  payout: 'un versement',
  list: 'la liste',
  catalogue: 'le fichier',
  settings: 'les réglages',
} satisfies Record<AuditKind, string>;

/** A later release, before a way back, wrote of a kind that this release does not know. */
const UNKNOWN = 'un élément';

const lists: Readonly<Record<string, string>> = {
  orders: 'la liste des commandes',
  payouts: 'la liste des versements',
  payments: 'la liste des paiements',
  audit: 'le journal',
  sms: 'l’envoi d’un message',
};

const verbs: Readonly<Partial<Record<AuditAction, string>>> = {
  read: 'a lu',
  open: 'a ouvert',
  export: 'a téléchargé',
  create: 'a créé',
  delete: 'a supprimé',
  accept: 'a pris',
  complete: 'a terminé',
  activate: 'a activé',
  deactivate: 'a désactivé',
  import: 'a importé',
  settle: 'a enregistré l’état de',
  review: 'a classé',
  attach: 'a rattaché à une commande',
  refund: 'a décidé de rembourser',
  retry: 'a redemandé',
  'refund-by-hand': 'a noté comme rendu autrement',
  'pay-out': 'a noté',
  claim: 'a noté',
};

/** Says what a line of the journal records, after the name of who did it: « a changé le prix du médicament … : 500 F → 600 F ». */
export function describeEntry(line: Line): string {
  const { action, kind, details } = line;
  const security = describeSecurity(line);
  if (security !== null) return contract(security);
  const object = objectOf(line);
  if (action === 'progress') return describeTimeline(details, object);
  if (action === 'change' && details.event === 'recognised')
    return `a changé le téléphone ${of(object)}, reconnu par ${nameQuestions(details)}`;
  if (action === 'change')
    return `a changé ${nameFields(details.fields ?? [])} ${of(object)}${describeValues(details)}`;
  if (action === 'plan')
    return `a changé ${kind === 'duty' ? object : `la garde ${of(object)}`}${counted(details)}`;
  return `${contract(`${verbs[action] ?? 'a mis à jour'} ${object}`)}${counted(details)}${describeMoney(details)}`;
}

/** Describes an action on an account or on the whole house; null for any other. */
function describeSecurity({ action, kind, label, isOwn }: Line): string | null {
  if (action === 'end-sessions' && kind === 'list') return 'a fermé toutes les sessions';
  if (action === 'resume-money') return 'a laissé repartir l’argent et les messages après une restauration';
  const whose = isOwn ? null : (label ?? 'un compte supprimé');
  switch (action) {
    case 'sign-in':
      return 'a ouvert une session';
    case 'sign-out':
      return 'a fermé sa session';
    case 'use-recovery-code':
      return 'a utilisé un code de secours';
    case 'lock-out':
      return `a bloqué la connexion au compte de ${whose ?? label} : trop d’essais`;
    case 'end-sessions':
      return whose === null ? 'a fermé d’autres sessions de son compte' : `a fermé les sessions de ${whose}`;
    case 'change-password':
      return whose === null ? 'a changé son mot de passe' : `a changé le mot de passe de ${whose}`;
    case 'reset-password':
      return 'a choisi un nouveau mot de passe avec un code reçu par SMS';
    case 'set-second-factor':
      return 'a activé la deuxième étape de sa connexion';
    case 'remove-second-factor':
      return `a retiré la deuxième étape de connexion de ${whose ?? label}`;
    default:
      return null;
  }
}

function objectOf({ kind, label, customer, isOwn, details }: Line): string {
  if (details.event === 'statement')
    return `le ${statementTitle(String(details.to)).toLowerCase()} de ${label ?? 'un compte supprimé'}`;
  if (details.event === 'own-data')
    return isOwn ? 'ses données' : `les données de ${label ?? 'un compte supprimé'}`;
  if (details.event === 'stock') return `la liste de ${label ?? 'une pharmacie supprimée'}`;
  if (details.event === 'stock-key') return `une clé de ${label ?? 'une pharmacie supprimée'}`;
  if (kind === 'user')
    return isOwn ? 'son compte' : label === null ? 'un compte supprimé' : `le compte de ${label}`;
  if (kind === 'list') return lists[label ?? ''] ?? 'la liste';
  if (kind === 'payout') return `un versement à ${label ?? 'la plateforme'}`;
  const noun = details.event === 'receipt' ? 'le reçu de la commande' : (nouns[kind] ?? UNKNOWN);
  const named = label === null ? noun : `${noun} ${label}`;
  const isOfCustomer = kind === 'consultation' || kind === 'file' || kind === 'card' || kind === 'report';
  return isOfCustomer && customer !== null ? `${named} de ${customer}` : named;
}

/** Names the questions by which a customer was recognised; those of a later release have no name here. */
function nameQuestions({ to }: AuditDetails): string {
  const asked = String(to).split(', ');
  return recognitionQuestions
    .filter((question) => asked.includes(question))
    .map((question) => recognitionLabels[question])
    .join(' et ');
}

function describeTimeline({ event = '', from, to }: AuditDetails, order: string): string {
  const text = (value: AuditDetails['from']) => (value == null ? null : String(value));
  return contract(describeProgress({ event, from: text(from), to: text(to) }, order));
}

/** Contracts « de le paiement » to « du paiement ». */
const contract = (text: string) =>
  text
    .replace(/ de le /g, ' du ')
    .replace(/ de les /g, ' des ')
    .replace(/ de un/g, ' d’un');
const of = (object: string) => contract(` de ${object}`).trim();

const counted = ({ count }: AuditDetails) => (count === undefined ? '' : ` (${formatAmount(count)})`);

const states: Readonly<Record<string, string>> = {
  paid: 'payé',
  failed: 'échoué',
  'by-hand': 'à faire chez le prestataire',
  cancelled: 'annulé',
  review: 'à vérifier',
  refunded: 'remboursé',
  'partly-refunded': 'rendu en partie',
  done: 'rendu',
};

function describeMoney({ amount, to }: AuditDetails): string {
  const sum = amount === undefined ? [] : [`${formatAmount(amount)} F`];
  const state = typeof to === 'string' ? (states[to] ?? []) : [];
  const parts = [...sum, state].flat();
  return parts.length === 0 ? '' : ` : ${parts.join(', ')}`;
}
