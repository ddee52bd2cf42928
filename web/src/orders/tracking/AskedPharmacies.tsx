import { formatClock, formatMoney } from '@amasin/domain/contract/format.ts';
import { inquiryEndpoints } from '@amasin/domain/inquiries/endpoints.ts';
import {
  answerKind,
  type InquiryState,
  isPlain,
  type LineAnswer,
  lineAnswerLabels,
} from '@amasin/domain/inquiries/inquiry.ts';
import type { Order, OrderInquiry } from '@amasin/domain/orders/order.ts';
import { ASK_RELATIVE } from '@amasin/domain/payments/pay-link.ts';
import { Button } from '@mantine/core';
import {
  type Icon,
  IconArrowsExchange,
  IconCheck,
  IconClock,
  IconHourglass,
  IconPackage,
  IconSearch,
  IconX,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { formatDay, formatMoment } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useInvalidateOrders, useOrderChange } from '../api.ts';
import styles from './AskedPharmacies.module.css';

type Pharmacy = OrderInquiry['pharmacies'][number];
type AskedLine = Pharmacy['lines'][number];

type Props = {
  order: Order;
  inquiry: OrderInquiry;
  /** A payment is being opened. */
  isOpening: boolean;
  onPay: (options?: { withoutWaiting: true }) => void;
  onAskRelative: () => void;
  /** Called when an answer cannot be agreed to. */
  onRefused: (error: unknown) => void;
};

/** What pharmacies say of an order before it is paid (rule 64), and its payment once one of them keeps it. */
export function AskedPharmacies({ order, inquiry, isOpening, onPay, onAskRelative, onRefused }: Props) {
  const { _id: id } = order;
  const invalidateOrders = useInvalidateOrders();
  const ask = useOrderChange({
    mutationFn: (declined: string | null) =>
      call(inquiryEndpoints.askPharmacies, {
        params: { id },
        body: declined === null ? {} : { declined },
      }).then((response) => response.order),
    failed: 'Erreur lors de l’envoi',
  });
  const take = useMutation({
    mutationFn: ({ _id, total }: Pharmacy) =>
      call(inquiryEndpoints.takeOffer, { params: { id }, body: { inquiryId: _id, total } }),
    onSuccess: (response) => {
      void invalidateOrders(response.order);
      onPay();
    },
    onError: (error) => {
      onRefused(error);
      // The refusal says that they are asked again.
      if (error instanceof ApiError && error.code === 'OFFER_LAPSED') ask.mutate(null);
    },
  });

  const { state, mayPayNow, pharmacies } = inquiry;
  const isBusy = isOpening || take.isPending || ask.isPending;
  const offers = pharmacies
    .filter(({ isAgreed, total }) => isAgreed || total !== null)
    .sort((one, other) => Number(other.isAgreed) - Number(one.isAgreed));
  const isWaiting = state === 'asking' || state === 'nothing';
  const others = pharmacies.filter((pharmacy) => isWaiting && !offers.includes(pharmacy));
  return (
    <div className={styles.asked}>
      {state === 'asking' ? (
        <Notice tone="blue" icon={IconSearch} role="status" title="Nous demandons aux pharmacies">
          Vous pouvez fermer cette page : nous vous prévenons par notification ou SMS.
        </Notice>
      ) : null}
      {state === 'nothing' ? (
        <Notice tone="amber" icon={IconHourglass} role="status" title={titleOfNothing(pharmacies)}>
          {pharmacies.some((one) => one.state === 'silent') ? (
            <span>
              Celles qui n’ont pas répondu peuvent encore le faire : nous vous prévenons par notification ou
              SMS.
            </span>
          ) : null}
          <span>Vous n’avez rien payé.</span>
          <Button
            size="md"
            fullWidth
            loading={ask.isPending}
            disabled={isBusy}
            onClick={() => ask.mutate(null)}
          >
            Redemander
          </Button>
        </Notice>
      ) : null}
      {offers.map((pharmacy) => (
        <Offer
          key={pharmacy._id}
          order={order}
          pharmacy={pharmacy}
          lines={wantedOf(order, pharmacies, pharmacy)}
          isBusy={isBusy}
          isPaying={pharmacy.isAgreed ? isOpening : take.isPending && take.variables._id === pharmacy._id}
          isDeclining={ask.isPending && ask.variables === pharmacy._id}
          onPay={() => (pharmacy.isAgreed ? onPay() : take.mutate(pharmacy))}
          onDecline={() => ask.mutate(pharmacy._id)}
          onAskRelative={onAskRelative}
        />
      ))}
      {others.length === 0 ? null : (
        <ul className={styles.pharmacies} aria-label="Pharmacies demandées">
          {others.map((pharmacy) => (
            <Asked key={pharmacy._id} pharmacy={pharmacy} isOver={state === 'nothing'} />
          ))}
        </ul>
      )}
      {isWaiting && mayPayNow ? (
        <div className={styles.now}>
          <Button
            variant="subtle"
            fullWidth
            loading={isOpening}
            disabled={isBusy}
            onClick={() => onPay({ withoutWaiting: true })}
          >
            Payer sans attendre
          </Button>
          <span className={styles.quiet}>Ce qui manque vous est remboursé ou remplacé ensuite.</span>
        </div>
      ) : null}
    </div>
  );
}

function titleOfNothing(pharmacies: readonly Pharmacy[]): string {
  if (pharmacies.some(({ state }) => state === 'lapsed')) return 'La pharmacie ne garde plus vos médicaments';
  return pharmacies.every(({ state }) => state === 'silent')
    ? 'Aucune pharmacie n’a encore répondu'
    : 'Aucune pharmacie n’a encore tout';
}

/** The lines of an answer that are paid with it, or lack: what the customer does not take is neither. */
function wantedOf({ leftOut }: Order, pharmacies: readonly Pharmacy[], { lines }: Pharmacy): AskedLine[] {
  const isLacking = (id: string) =>
    pharmacies.some((one) => one.lines.some((line) => line.medicationId === id && line.answer === 'missing'));
  return lines.filter(
    ({ medicationId: id }) => !leftOut?.some((line) => line.medicationId === id) || isLacking(id),
  );
}

type OfferProps = {
  order: Order;
  pharmacy: Pharmacy;
  lines: readonly AskedLine[];
  isBusy: boolean;
  isPaying: boolean;
  isDeclining: boolean;
  onPay: () => void;
  onDecline: () => void;
  onAskRelative: () => void;
};

/** What a pharmacy keeps for the customer, at its prices, and its payment: in one tap, also when something differs. */
function Offer({ order, pharmacy, lines, isBusy, isPaying, isDeclining, ...props }: OfferProps) {
  const { name, total, isAgreed } = pharmacy;
  const until = pharmacy.heldUntil === null ? null : formatClock(new Date(pharmacy.heldUntil));
  const isPart = answerKind(lines) !== 'whole';
  const what = isPart ? 'une partie de vos médicaments' : 'vos médicaments';
  const lacking = lines.filter(({ answer }) => answer === 'missing').map(({ label }) => label);
  // Once agreed to, the medicines are those of the order.
  const shown = lines.filter(({ answer }) => answer !== 'missing' && !(isAgreed && answer === 'there'));
  const title = !isAgreed
    ? `${name} a ${what}`
    : `${name} garde ${what}${until === null ? '' : ` jusqu’à ${until}`}`;
  return (
    <Notice tone="amber" icon={IconCheck} role="status" title={title}>
      {shown.length === 0 ? null : <Lines lines={shown} isDetailed />}
      {lacking.length === 0 ? null : (
        <span>
          <b>{`Il manque : ${lacking.join(', ')}.`}</b>{' '}
          <span>
            {order.prescription?.prescriptionNumber
              ? 'Votre code reste valable pour le reste.'
              : 'Vous payez seulement ce qui est là.'}
          </span>
        </span>
      )}
      {isAgreed ? <span>Payez pour que la pharmacie prépare vos médicaments.</span> : null}
      {isAgreed || until === null ? null : <span>{`Gardé pour vous jusqu’à ${until}.`}</span>}
      <Button size="md" fullWidth loading={isPaying} disabled={isBusy} onClick={props.onPay}>
        {`Payer ${formatMoney((isAgreed ? order.totalAmount : total) ?? 0)}`}
      </Button>
      {isAgreed ? (
        <Button variant="default" size="md" fullWidth onClick={props.onAskRelative}>
          {ASK_RELATIVE}
        </Button>
      ) : null}
      {isAgreed && isPlain(lines) ? null : (
        <Button
          variant={isAgreed ? 'subtle' : 'default'}
          size="md"
          fullWidth
          loading={isDeclining}
          disabled={isBusy}
          onClick={props.onDecline}
        >
          Demander ailleurs
        </Button>
      )}
    </Notice>
  );
}

const stateWords: Readonly<Partial<Record<InquiryState, string>>> = {
  answered: 'n’a pas vos médicaments',
  refused: 'n’a pas vos médicaments',
  lapsed: 'ne garde plus vos médicaments',
  found: 'n’est plus demandée',
  ended: 'n’est plus demandée',
};

/** A pharmacy that has not finished its answer, or has nothing: its lines fill in. */
function Asked({ pharmacy, isOver }: { pharmacy: Pharmacy; isOver: boolean }) {
  const { name, state, askedAt, lines } = pharmacy;
  const silent = isOver ? 'pas encore de réponse' : 'pas encore de réponse, nous demandons aussi ailleurs';
  const words = state === 'silent' ? silent : stateWords[state];
  const hasBegun = lines.some(({ answer }) => answer !== null);
  return (
    <li className={styles.pharmacy}>
      <span>
        <b translate="no">{name}</b>{' '}
        <span className={styles.quiet}>
          <span>demandée</span> <Since at={askedAt} />
        </span>
      </span>
      {words === undefined ? null : <span className={styles.quiet}>{words}</span>}
      {state === 'asked' || (state === 'silent' && hasBegun) ? <Lines lines={lines} /> : null}
    </li>
  );
}

/** « à 14 h 05 », with the day once it is another one. */
function Since({ at }: { at: string }) {
  const now = useNow();
  const moment = new Date(at);
  const isToday = formatDay(moment, now) === formatDay(now, now);
  return <time dateTime={at}>{isToday ? `à ${formatClock(moment)}` : formatMoment(moment, now)}</time>;
}

const icons: Readonly<Record<LineAnswer, Icon>> = {
  there: IconCheck,
  other: IconPackage,
  equivalent: IconArrowsExchange,
  missing: IconX,
};

const wordOf = (answer: LineAnswer | null): string => {
  if (answer === null) return 'en attente';
  return answer === 'missing' ? 'n’a pas' : lineAnswerLabels[answer].toLowerCase();
};

type LinesProps = {
  lines: readonly AskedLine[];
  /** Says what differs from what was ordered. */
  isDetailed?: boolean;
};

/** What a pharmacy answers about each line, by a mark and a word. */
function Lines({ lines, isDetailed = false }: LinesProps) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => {
        const Glyph = line.answer === null ? IconClock : icons[line.answer];
        return (
          <li key={line.medicationId} className={styles.line} data-open={line.answer === null || undefined}>
            <Glyph className={styles.mark} size={18} stroke={2} aria-hidden="true" />
            <span>
              <span>{`${line.quantity} × ${line.label}`}</span> <b>{wordOf(line.answer)}</b>
              {isDetailed
                ? differencesOf(line).map((text) => (
                    <span key={text} className={styles.difference}>
                      {text}
                    </span>
                  ))
                : null}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function differencesOf({ label, quantity, price, offered, note, answer }: AskedLine): string[] {
  const each = quantity > 1 ? ' l’unité' : '';
  return [
    ...(offered && answer === 'equivalent'
      ? [`À la place de ${label} : ${offered.label}, même substance et même dosage`]
      : []),
    ...(offered && offered.price !== price
      ? [`Prix de cette pharmacie : ${formatMoney(offered.price)} au lieu de ${formatMoney(price)}${each}`]
      : []),
    ...(note === undefined ? [] : [`La pharmacie précise : ${note}`]),
  ];
}
