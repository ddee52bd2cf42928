import { formatMoney } from '@amasin/domain/contract/format.ts';
import { readUserType, type UserType, userTypeLabels } from '@amasin/domain/contract/user-type.ts';
import { unprovenLabels } from '@amasin/domain/orders/handover.ts';
import { isOrderState, type OrderAction, orderStateLabel } from '@amasin/domain/orders/lifecycle.ts';
import type { timelineLine } from '@amasin/domain/orders/order.ts';
import {
  cancelDeclineLabels,
  cancelRequestLabels,
  eventReasonLabels,
  orderProblemLabels,
  photoProblemLabels,
} from '@amasin/domain/orders/reasons.ts';
import type { z } from 'zod';
import { messageOf } from '../../lib/api-error.ts';
import { countOf, quoted } from '../../lib/format.ts';
import { ListSkeleton, RetryLine } from '../../ui/feedback.tsx';
import { DateTime } from '../../ui/text.tsx';
import { useTimeline } from '../api.ts';
import styles from './Timeline.module.css';

type TimelineLine = z.output<typeof timelineLine>;

const assigned: Readonly<Record<string, string>> = {
  'assign-agent': 'Pharmacien interne assigné',
  'assign-pharmacy': 'Pharmacie assignée',
  'assign-delivery-person': 'Livreur assigné',
  'replace-agent': 'Pharmacien interne remplacé',
  'replace-pharmacy': 'Pharmacie remplacée',
  'replace-delivery-person': 'Livreur remplacé',
} satisfies Partial<Record<OrderAction, string>>;

const done: Readonly<Record<string, string>> = {
  create: 'Commande passée',
  'write-prescription': 'Ordonnance saisie',
  'edit-prescription': 'Ordonnance corrigée',
  'check-insurance': 'Carte d’assurance vérifiée',
  'note-agreement': 'Accord de l’assureur noté',
  'remove-insurance': 'Carte d’assurance retirée',
  'price-anew': 'Prix mis à jour après 30 jours',
  'leave-out': 'Médicaments choisis par le client',
  pay: 'Commande payée',
  'start-delivery': 'Livraison commencée',
  'mark-delivered': 'Commande livrée',
  'photograph-handover': 'Remise photographiée',
  'start-waiting': 'Le livreur attend devant la porte',
  'fail-handover-codes': 'Cinq codes de remise faux',
  'owe-return': 'Retour du livreur payé',
  'mark-ready': 'Commande prête à la pharmacie',
  'mark-not-ready': 'Préparation reprise',
  'propose-substitute': 'Autre médicament proposé',
  'answer-substitute': 'Avis donné sur l’autre médicament',
  'decide-substitute': 'Autre médicament refusé',
  'lapse-substitute': 'Pas de réponse sur l’autre médicament',
  'write-batch': 'Lot noté',
  'solve-problem': 'Difficulté réglée',
  'replace-photo': 'Nouvelle photo envoyée',
  end: 'Commande terminée',
  cancel: 'Commande annulée',
  'accept-cancel': 'Commande annulée et à rembourser',
  'cancel-paid': 'Commande annulée et à rembourser',
} satisfies Partial<Record<OrderAction, string>> & {
  create: string;
  'price-anew': string;
  'photograph-handover': string;
  'fail-handover-codes': string;
  'owe-return': string;
  [substitute: `${string}-substitute`]: string;
  'remove-insurance': string;
  'write-batch': string;
};

/** « Pharmacie assignée : Pharmacie Camp Guézo ». */
function describeEvent(line: TimelineLine, reader: UserType): string {
  const { action, from, to } = line;
  const assignment = assigned[action];
  if (assignment !== undefined) {
    if (to === null) return assignment;
    const why = line.reason === null ? '' : ` (${eventReasonLabels[line.reason].toLowerCase()})`;
    return `${assignment} : ${from === null ? to : `${from} → ${to}`}${why}`;
  }
  if (action === 'bring-back')
    return `Pas remise, à livrer de nouveau${labelled(eventReasonLabels, line.reason)}`;
  if (action === 'give-back')
    return to === null
      ? 'Médicaments remboursés'
      : countOf(Number(to), 'boîte remboursée', 'boîtes remboursées');
  if (action === 'release-delivery-person') return `Livreur libéré${from === null ? '' : ` : ${from}`}`;
  if (action === 'hand-over-without-code') return `Remise sans code${labelled(unprovenLabels, to)}`;
  if (action === 'refuse-photo') return `Autre photo demandée${labelled(photoProblemLabels, to)}`;
  if (action === 'ask-cancel') return `Annulation demandée${labelled(cancelRequestLabels, to)}`;
  if (action === 'decline-cancel') return `Annulation refusée${labelled(cancelDeclineLabels, to)}`;
  if (action === 'report-problem' || action === 'report-shortage')
    return `Difficulté signalée${labelled(orderProblemLabels, to)}`;
  if (action === 'decide-substitute' && to === 'agreed') return 'Autre médicament accepté';
  const totals =
    from === null || to === null ? '' : ` : ${formatMoney(Number(from))} → ${formatMoney(Number(to))}`;
  if (action === 'take-offer') return `Le client a accepté ce qu’une pharmacie propose${totals}`;
  if (action === 'drop-offer') return `Retour à nos prix${totals}`;
  if (action === 'ask-pharmacies') return 'Redemandé aux pharmacies';
  if (action === 'create' && to === 'pending') return 'Commande passée et payée';
  if (action === 'check-insurance' && to === 'false') return 'Carte d’assurance à vérifier de nouveau';
  const text = done[action];
  if (text !== undefined) return text;
  // This version does not support the action: show the new state.
  return isOrderState(to)
    ? `Commande passée à ${quoted(orderStateLabel(to, reader))}`
    : 'Commande mise à jour';
}

/** « Koffi Adjovi, livreur »; the platform has no role. */
function describeActor({ name, type }: TimelineLine['actor']): string {
  const userType = readUserType(type);
  return userType === undefined ? name : `${name}, ${userTypeLabels[userType].toLowerCase()}`;
}

/** « : client absent », or nothing for a value that this version does not know. */
function labelled(labels: Readonly<Record<string, string>>, value: string | null): string {
  const label = value === null ? undefined : labels[value];
  return label === undefined ? '' : ` : ${label.toLowerCase()}`;
}

type Props = { orderId: string; reader: UserType };

/** The events of the order, the latest first. */
export function Timeline({ orderId, reader }: Props) {
  const timeline = useTimeline(orderId);
  if (timeline.data === undefined) {
    const isPaused = timeline.fetchStatus === 'paused';
    if (timeline.failureReason === null && !isPaused) return <ListSkeleton rows={3} height={40} />;
    return (
      <RetryLine
        problem={messageOf(timeline.failureReason, 'Erreur lors du chargement des données')}
        onRetry={timeline.refetch}
      />
    );
  }
  return (
    <ol className={styles.timeline} reversed>
      {[...timeline.data].reverse().map((line) => (
        <li key={`${line.at} ${line.action} ${line.to}`} className={styles.event}>
          <span className={styles.what}>{describeEvent(line, reader)}</span>
          <span className={styles.who}>
            <span>{`${describeActor(line.actor)} ·`}</span> <DateTime at={line.at} absolute />
          </span>
        </li>
      ))}
    </ol>
  );
}
