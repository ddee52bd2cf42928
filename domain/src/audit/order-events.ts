import { isOrderState, type OrderState, orderStateLabel } from '../orders/lifecycle.ts';

/** Says in French what each line of the timeline of an order did, before « la commande CMD-000123 ». */
const verbs: Readonly<Record<string, string>> = {
  create: 'a passé',
  'write-prescription': 'a saisi l’ordonnance de',
  'edit-prescription': 'a corrigé l’ordonnance de',
  'check-insurance': 'a vérifié la carte d’assurance de',
  'note-agreement': 'a noté l’accord de l’assureur pour',
  'remove-insurance': 'a retiré la carte d’assurance de',
  'price-anew': 'a mis à jour les prix de',
  'leave-out': 'a choisi les médicaments de',
  'take-offer': 'a accepté ce qu’une pharmacie a de',
  'drop-offer': 'a remis à nos prix',
  'ask-pharmacies': 'a redemandé aux pharmacies pour',
  pay: 'a payé',
  'start-delivery': 'a commencé la livraison de',
  'mark-delivered': 'a livré',
  'photograph-handover': 'a photographié la remise de',
  'hand-over-without-code': 'a remis sans code',
  'fail-handover-codes': 'a donné cinq codes faux pour',
  'start-waiting': 'attend devant la porte pour',
  'owe-return': 'a fait payer au livreur le retour de',
  'bring-back': 'a repris, à livrer de nouveau,',
  'mark-ready': 'a préparé',
  'mark-not-ready': 'a repris la préparation de',
  'report-problem': 'a signalé une difficulté sur',
  'write-batch': 'a écrit un lot de',
  'report-shortage': 'ne peut pas préparer',
  'propose-substitute': 'a proposé un autre médicament pour',
  'answer-substitute': 'a répondu sur l’autre médicament de',
  'decide-substitute': 'a dit si l’autre médicament convient pour',
  'lapse-substitute': 'n’a pas reçu de réponse sur l’autre médicament de',
  'solve-problem': 'a réglé la difficulté de',
  'refuse-photo': 'a demandé une autre photo pour',
  'replace-photo': 'a envoyé une autre photo pour',
  'ask-cancel': 'a demandé l’annulation de',
  'decline-cancel': 'a refusé l’annulation de',
  'accept-cancel': 'a annulé, à rembourser,',
  'cancel-paid': 'a annulé, à rembourser,',
  'give-back': 'a remboursé une partie de',
  end: 'a terminé',
  cancel: 'a annulé',
};

const roles: Readonly<Record<string, string>> = {
  agent: 'le pharmacien interne',
  pharmacy: 'la pharmacie',
  'delivery-person': 'le livreur',
};

interface Line {
  readonly event: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** « a assigné la pharmacie de la commande CMD-000123 : Pharmacie Camp Guézo » */
export function describeProgress({ event, from, to }: Line, order: string): string {
  const [, verb, role = ''] = /^(assign|replace)-(.+)$/.exec(event) ?? [];
  const who = roles[role];
  if (verb === 'assign' && who !== undefined)
    return to === null ? `a assigné ${who} de ${order}` : `a assigné ${who} de ${order} : ${to}`;
  if (verb === 'replace' && who !== undefined)
    return `a remplacé ${who} de ${order}${from === null || to === null ? '' : ` : ${from} → ${to}`}`;
  if (event === 'release-delivery-person')
    return `a libéré le livreur de ${order}${from === null ? '' : ` : ${from}`}`;
  const sentence = `${verbs[event] ?? 'a mis à jour'} ${order}`;
  return isOrderState(from) && isOrderState(to) ? `${sentence} : ${label(from)} → ${label(to)}` : sentence;
}

const label = (state: OrderState) => orderStateLabel(state, 'superAdmin').toLowerCase();
