import { formatClock, formatMoney } from '@amasin/domain/contract/format.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import {
  orderProblemLabels,
  type ProblemReason,
  problemLabels,
  problemReasons,
} from '@amasin/domain/orders/reasons.ts';
import { Button, Text, Textarea, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconMapPin,
  IconMotorbike,
  IconPhone,
} from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { countOf, formatPhone, telephoneUrl } from '../../lib/format.ts';
import { Notice } from '../../ui/Notice.tsx';
import { OrderStateBadge } from '../../ui/OrderStateBadge.tsx';
import { ReasonDetails } from '../../ui/ReasonDetails.tsx';
import { BroughtBack } from '../BroughtBack.tsx';
import { formatMetres } from '../format-metres.ts';
import { OrderClock } from '../OrderRow.tsx';
import { bigButton } from './big-button.ts';
import styles from './delivering.module.css';
import { HandOver } from './HandOver.tsx';
import { afterMoves, type Done, isToConfirm, type UnsentMove, type useMoves } from './moves.ts';
import { Waiting } from './Waiting.tsx';

/**
 * OpenStreetMap search for an address: its lines, the part of the zone's label that is not the town (« Abomey-Calavi –
 * Godomey »), and the town.
 */
export function mapUrl(address: string, zone: string, town: string): string {
  const lines = address.split(/\r?\n/).map((line) => /^.*[^\s,]/.exec(line)?.[0].trim() ?? '');
  const parts = zone.split(/\s[–—-]\s/).map((part) => part.trim());
  const query = [...lines, ...parts.filter((part) => part !== town), town].filter((part) => part !== '');
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(query.join(', '))}`;
}

/** OpenStreetMap with a pin. */
const pinUrl = ({ lat, lng }: { lat: number; lng: number }): string =>
  `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=18/${lat}/${lng}`;

type ReachProps =
  | { kind: 'call'; phone: string; name: string; onCall?: () => void }
  | { kind: 'map'; href: string; place: string };

/** A large link that calls a telephone or opens the map. */
function Reach(props: ReachProps) {
  if (props.kind === 'map')
    return (
      <a
        className={styles.map}
        href={props.href}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Voir ${props.place} sur la carte (nouvel onglet)`}
      >
        <IconMapPin size={28} stroke={1.75} aria-hidden="true" />
      </a>
    );
  const dialled = telephoneUrl(props.phone);
  if (dialled === null) return null;
  return (
    <a
      className={styles.call}
      href={dialled}
      onClick={props.onCall}
      aria-label={`Appeler ${props.name}, ${formatPhone(props.phone)}`}
    >
      <IconPhone size={28} stroke={1.75} aria-hidden="true" />
    </a>
  );
}

const MAX_NOTE = 300;

type ReportProblemProps = { onReport: (reason: ProblemReason, note: string | null) => void };

/** Says why the order cannot be delivered. */
function ReportProblem({ onReport }: ReportProblemProps) {
  const note = useRef<HTMLTextAreaElement>(null);
  return (
    <ReasonDetails
      summary="Je ne peux pas livrer"
      reasons={problemReasons}
      labels={problemLabels}
      onChoose={(reason) => onReport(reason, note.current?.value.trim() || null)}
    >
      <Textarea ref={note} label="Précision (facultatif)" maxLength={MAX_NOTE} rows={2} />
    </ReasonDetails>
  );
}

type NextMoveProps = {
  /** As its unsent moves will leave it. */
  order: Order;
  /** The last of its unsent moves. */
  unsent: UnsentMove | undefined;
  /** He has called the customer, or waits for her. */
  hasTried: boolean;
  onMove: (done: Done) => void;
  onUndo: (moveId: string) => void;
};

/** The button for the next state of the order, and what became of the last one. */
function NextMove({ order, unsent, hasTried, onMove, onUndo }: NextMoveProps) {
  const { allowedActions, state } = order;
  // Stays while a code is checked: a wrong one is typed again.
  const [isAsked, setAsked] = useState(false);
  const progress = useRef<HTMLParagraphElement>(null);
  const move = (done: Done) => {
    onMove(done);
    // The button that had the focus is replaced.
    progress.current?.focus({ preventScroll: true });
  };
  // Until the departure is sent or has failed once, so that a second tap does not mark the order as delivered.
  const isMoving =
    (unsent?.state === 'sending' && !('waits' in unsent)) || (unsent?.state === 'held' && 'to' in unsent);
  return (
    <>
      <div className={styles.progress} data-shown={unsent !== undefined || undefined}>
        {unsent?.state === 'held' ? (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={20} aria-hidden="true" />}
            onClick={() => onUndo(unsent.id)}
          >
            Annuler
          </Button>
        ) : null}
        <Text role="status" size="sm" ref={progress} tabIndex={-1}>
          {unsent === undefined ? null : describe(unsent)}
        </Text>
      </div>
      {allowedActions.includes('start-delivery') ? (
        <Button
          {...bigButton}
          leftSection={<IconMotorbike size={24} aria-hidden="true" />}
          onClick={() => move({ to: 'delivering' })}
        >
          Commencer la livraison
        </Button>
      ) : null}
      {allowedActions.includes('mark-delivered') ? (
        <HandOver
          order={order}
          hasTried={hasTried}
          loading={isMoving}
          isAsked={isAsked}
          onAsk={() => setAsked(true)}
          onMove={move}
        />
      ) : null}
      {state === 'pending' && !allowedActions.includes('start-delivery') ? (
        <Text c="dimmed">Une pharmacie doit d’abord être assignée.</Text>
      ) : null}
    </>
  );
}

function describe(move: UnsentMove): string {
  if (isToConfirm(move))
    return move.state === 'failed'
      ? 'Remise à confirmer au retour du réseau.'
      : 'Code : vérification en cours…';
  if ('waits' in move)
    return move.state === 'failed'
      ? 'Attente : sera envoyée au retour du réseau.'
      : 'Attente : envoi en cours…';
  const what = 'reason' in move ? 'Problème' : move.to === 'delivered' ? 'Livrée' : 'Départ';
  if (move.state === 'held') return `${what}.`;
  if (move.state === 'sending') return `${what} : envoi en cours…`;
  return `${what} : ${what === 'Livrée' ? 'sera envoyée' : 'sera envoyé'} au retour du réseau.`;
}

type StopProps = { name: string; reach: ReactNode; children: ReactNode };

/** A place to which the courier goes, with the links that call it and show it on the map. */
function Stop({ name, reach, children }: StopProps) {
  return (
    <div className={styles.stop}>
      <dt className={styles.quiet}>{name}</dt>
      <dd className={styles.text}>{children}</dd>
      <dd className={styles.reach}>{reach}</dd>
    </div>
  );
}

/** What a courier weighs before he takes it: « 800 F de livraison · 3,2 km à vol d’oiseau · 3 boîtes ». */
function describeTrip({ deliveryFee, metres, boxes }: Order): string {
  return [
    `${formatMoney(deliveryFee)} de livraison`,
    metres == null ? null : `${formatMetres(metres)} à vol d’oiseau`,
    boxes ? countOf(boxes, 'boîte') : null,
  ]
    .filter((text) => text !== null)
    .join(' · ');
}

type DeliveryCardProps = {
  /** As the server has it. */
  order: Order;
  moves: ReturnType<typeof useMoves>;
};

/** An order as its courier needs it: pharmacy, customer, address, and telephones. */
export function DeliveryCard({ order: saved, moves }: DeliveryCardProps) {
  // As its courier sees it: the moves that are not sent yet are done.
  const order = afterMoves(saved, moves.unsent);
  const unsent = moves.unsent
    .filter(({ orderId, refusal }) => orderId === order._id && refusal === null)
    .at(-1);
  const { customer, pharmacy } = order;
  const [hasCalled, setCalled] = useState(false);
  const isWaiting = Boolean(order.waiting?.since);
  // The server no longer gives telephone and address, some time after the delivery.
  const isHidden = order.deliveryAddress === '';
  // Once it has been fetched, only the way to the customer matters.
  const { address, position } = (order.state === 'pending' && order.pickup) || {};
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <Title order={2} size="h3">
          {order.number}
        </Title>
        <OrderStateBadge state={order.state} reader="deliveryPerson" />
        <span className={`${styles.quiet} ${styles.date}`}>
          <OrderClock order={order} />
        </span>
      </div>
      <dl className={styles.stops}>
        <Stop
          name="Retrait"
          reach={
            <>
              {pharmacy?.phone ? <Reach kind="call" phone={pharmacy.phone} name={pharmacy.name} /> : null}
              {pharmacy && (position || address) ? (
                <Reach
                  kind="map"
                  // The town of a pharmacy is not known.
                  href={position ? pinUrl(position) : mapUrl(`${pharmacy.name}\n${address}`, '', '')}
                  place={pharmacy.name}
                />
              ) : null}
            </>
          }
        >
          <span className={styles.person}>{pharmacy?.name ?? 'Pharmacie non assignée'}</span>
          {address ? <span className={styles.address}>{address}</span> : null}
          <span className={styles.quiet}>
            {order.state === 'pending' && order.readyAt !== null ? (
              <strong>{`Prête depuis ${formatClock(new Date(order.readyAt))} · `}</strong>
            ) : null}
            {order.state === 'pending' ? <span>{`${describeTrip(order)} · `}</span> : null}
            <span>{`${countOf(order.itemsCount, 'médicament')}${order.finalAmount > 0 ? ' · déjà payé, rien à encaisser' : ''}`}</span>
          </span>
        </Stop>
        <Stop
          name="Livraison"
          reach={
            <>
              {customer.phone ? (
                <Reach
                  kind="call"
                  phone={customer.phone}
                  name={customer.name}
                  onCall={() => setCalled(true)}
                />
              ) : null}
              {isHidden ? null : (
                <Reach
                  kind="map"
                  href={mapUrl(order.deliveryAddress, order.deliveryZone, order.deliveryTown)}
                  place={order.deliveryZone}
                />
              )}
            </>
          }
        >
          <span className={styles.person}>{customer.name}</span>
          <span>{order.deliveryZone}</span>
          {isHidden ? (
            <span className={styles.quiet}>Téléphone et adresse effacés après la livraison</span>
          ) : (
            <span className={styles.address}>{order.deliveryAddress}</span>
          )}
        </Stop>
      </dl>
      {order.state === 'pending' ? <BroughtBack order={order} reader="deliveryPerson" /> : null}
      {order.problem ? (
        <Notice tone="amber" icon={IconAlertTriangle} title={orderProblemLabels[order.problem.reason]}>
          <span>{order.problem.note ?? 'Le superviseur s’en occupe.'}</span>
        </Notice>
      ) : null}
      <NextMove
        order={order}
        unsent={unsent}
        hasTried={hasCalled || isWaiting}
        onMove={(done) => moves.add(saved, done)}
        onUndo={moves.remove}
      />
      {order.state === 'delivering' ? (
        <Waiting
          order={order}
          hasCalled={hasCalled}
          onWait={() => moves.add(saved, { waits: true })}
          onUnreachable={() => moves.add(saved, { reason: 'customer-absent', note: null })}
        />
      ) : null}
      {order.allowedActions.includes('report-problem') && !order.problem ? (
        <ReportProblem onReport={(reason, note) => moves.add(saved, { reason, note })} />
      ) : null}
    </li>
  );
}
