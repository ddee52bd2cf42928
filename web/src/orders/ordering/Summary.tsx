import { formatClock, formatMoney } from '@amasin/domain/contract/format.ts';
import type { Fcfa } from '@amasin/domain/contract/money.ts';
import { cardRefusalLabels } from '@amasin/domain/insurance/card-refusal.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { OrderItem } from '@amasin/domain/orders/order.ts';
import type { PrescriptionLine } from '@amasin/domain/prescriptions/prescription.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';
import { Anchor, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconHourglass, IconShieldPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { call } from '../../lib/call.ts';
import { countOf, formatMinutes } from '../../lib/format.ts';
import { keys } from '../../lib/keys.ts';
import { StateBadge } from '../../ui/badges.tsx';
import { ListSkeleton } from '../../ui/feedback.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Money } from '../../ui/text.tsx';
import type { Draft } from './draft.ts';
import styles from './Summary.module.css';
import type { StepKey } from './steps.ts';
import type { Ordering } from './use-ordering.ts';

// Lazy: few people order with a code, and it is looked up first.
const ChoiceLines = lazyWithRetry(
  () => import('../detail/ChoiceLines.tsx').then((module) => module.ChoiceLines),
  { height: 160 },
);

/** The server's total differs from the one shown: an alert that takes the focus. */
function AmountChanged({ total }: { total: Fcfa }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return (
    <Notice
      ref={alert}
      tabIndex={-1}
      role="alert"
      tone="amber"
      icon={IconAlertTriangle}
    >{`Le montant a changé : ${formatMoney(total)}. Veuillez vérifier puis confirmer.`}</Notice>
  );
}

/** A medicine that is ordered, from the form or from a prescription. */
type OrderedLine = { medicationId: string; label: string; quantity: number; typed?: string };

type CheckListProps = {
  draft: Draft;
  zone: Zone | null;
  /** The lines that are taken of the prescription of a code. */
  prescribed: readonly OrderedLine[];
  /** Opens a step, to change its values. */
  onOpen: (step: StepKey) => void;
};

/** Repeats the values of the other steps on a phone; hidden on a wide screen, where they are visible. */
function CheckList({ draft, zone, prescribed, onOpen }: CheckListProps) {
  return (
    <div className={styles.checks}>
      <Check title={titleOf(draft, prescribed)} onOpen={() => onOpen('medicaments')}>
        {draft.way === 'photo' ? (
          <span className={styles.checkLine}>
            {draft.fileKey === null ? 'Aucun fichier joint' : 'Fichier joint'}
          </span>
        ) : null}
        {linesOf(draft, prescribed).map(({ medicationId, label, quantity, typed }) => (
          <span key={medicationId} className={styles.checkLine}>
            {`${typed ?? quantity} × ${label}`}
          </span>
        ))}
      </Check>
      <Check title="Livraison" onOpen={() => onOpen('livraison')}>
        <span className={styles.checkLine}>
          {zone === null
            ? 'Choisissez votre quartier'
            : [draft.sector, zone.label].filter(Boolean).join(', ')}
        </span>
        <span className={styles.checkAddress}>{draft.address}</span>
      </Check>
    </div>
  );
}

const linesOf = (draft: Draft, prescribed: readonly OrderedLine[]): readonly OrderedLine[] =>
  draft.way === 'without' ? draft.lines : draft.way === 'code' ? prescribed : [];

function titleOf(draft: Draft, prescribed: readonly OrderedLine[]): string {
  if (draft.way === 'photo') return 'Ordonnance photographiée';
  if (draft.way === 'code' && prescribed.length === 0) return 'Code d’ordonnance';
  return countOf(linesOf(draft, prescribed).length, 'médicament');
}

function Check({ title, onOpen, children }: { title: string; onOpen: () => void; children: ReactNode }) {
  return (
    <div className={styles.check}>
      <div className={styles.checkText}>
        <strong>{title}</strong>
        {children}
      </div>
      <Button variant="subtle" onClick={onOpen} aria-label={`Modifier : ${title}`}>
        Modifier
      </Button>
    </div>
  );
}

/** How long a delivery usually takes in this zone; nothing until it is loaded. */
function DeliveryTime({ zoneId }: { zoneId: string }) {
  const { data: minutes } = useQuery({
    queryKey: keys.zones.of('deliveryTime', zoneId),
    queryFn: ({ signal }) =>
      call(orderEndpoints.readDeliveryTime, { params: { id: zoneId } }, { signal }).then(
        (response) => response.minutes,
      ),
    staleTime: 5 * 60_000,
  });
  return minutes === undefined ? null : (
    <Text size="xs">{`Livraison habituelle : environ ${formatMinutes(minutes)} après le paiement`}</Text>
  );
}

/** Whether to use the customer's insurance card; without a card, a link to add one. */
function InsuranceChoice({ ordering }: { ordering: Ordering }) {
  const { data: card, failureReason, fetchStatus, refetch } = ordering.card;
  const { insured } = ordering.draft;
  const error = ordering.errors.insurance;
  const errorId = useId();
  if (card === undefined) {
    if (failureReason === null && fetchStatus !== 'paused') return <ListSkeleton rows={1} height={44} />;
    return (
      <div className={styles.insurance} data-wrong={error === undefined ? undefined : true}>
        <Text size="xs" role="alert" c="var(--mantine-color-error)">
          Nous n’avons pas pu lire votre carte d’assurance.
        </Text>
        <Button variant="default" onClick={() => void refetch()}>
          Réessayer
        </Button>
      </div>
    );
  }
  if (card === null) {
    return (
      <div className={styles.insurance}>
        {error === undefined ? null : (
          <Text size="xs" role="alert" c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
        <Anchor component={Link} to="/profile?carte=1" className={styles.add}>
          <IconShieldPlus size={20} stroke={1.75} aria-hidden="true" />
          Ajouter une carte d’assurance
        </Anchor>
      </div>
    );
  }
  return (
    <div className={styles.insurance}>
      <label className={styles.choice}>
        <input
          className={styles.box}
          type="checkbox"
          checked={insured}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          onChange={(event) => ordering.insure(event.currentTarget.checked)}
        />
        <span>
          Utiliser mon assurance <span className={styles.rate}>{`(${card.taux} %)`}</span>
          {card.label === null ? null : <span className={styles.label}>{card.label}</span>}
        </span>
      </label>
      {error === undefined ? null : (
        <Text id={errorId} size="xs" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
      {insured && card.refused !== undefined ? (
        <Text size="xs" c="var(--mantine-color-error)">
          <span>{`${cardRefusalLabels[card.refused]}.`}</span>{' '}
          <Anchor component={Link} to="/profile?carte=1" size="xs">
            Modifier la carte
          </Anchor>
        </Text>
      ) : null}
      {insured && !card.verified && card.refused === undefined ? (
        <>
          <StateBadge tone="amber" icon={IconAlertTriangle} label="Assurance à vérifier" />
          <Text size="xs" c="dimmed">
            Un pharmacien vérifie votre carte.
          </Text>
        </>
      ) : null}
    </div>
  );
}

/** Every amount of the order; the lines add up to the total. */
function Amounts({ ordering }: { ordering: Ordering }) {
  const { draft, zone, quote, hasMedicines, usedCard: card, totalBefore } = ordering;
  const hasZone = zone !== null;
  return (
    <>
      <dl className={styles.amounts}>
        <Line label="Médicaments" amount={hasMedicines ? quote.medicines : null} unknown="À calculer" />
        <Line label="Livraison" amount={hasZone ? quote.deliveryFee : null} unknown="Selon le quartier" />
        {hasMedicines ? <Line label="Commission de service (10 %)" amount={quote.commission} /> : null}
        {card === null ? null : (
          <Line
            label={`Réduction assurance (${card.taux}\u00a0%)`}
            amount={hasMedicines ? -quote.reduction : null}
            unknown="À calculer"
          />
        )}
        {totalBefore !== null && totalBefore !== quote.total ? (
          <div className={styles.amountLine} data-former="true">
            <dt>Ancien total</dt>
            <dd>
              <s>{formatMoney(totalBefore)}</s>
            </dd>
          </div>
        ) : null}
        <div className={styles.amountLine} data-total="true">
          <dt>{hasZone || !hasMedicines ? 'Total' : 'Total sans livraison'}</dt>
          <dd>{hasMedicines ? <Money amount={quote.total} total /> : 'À calculer'}</dd>
        </div>
      </dl>
      {draft.way === 'photo' ? (
        <Text size="xs" c="dimmed">
          Le prix des médicaments sera connu après lecture.
        </Text>
      ) : null}
    </>
  );
}

function Line({ label, amount, unknown }: { label: string; amount: number | null; unknown?: string }) {
  return (
    <div className={styles.amountLine}>
      <dt>{label}</dt>
      <dd>{amount === null ? unknown : <Money amount={amount} />}</dd>
    </div>
  );
}

type PriceCheckProps = {
  /** The lines that a pharmacist checks. */
  waiting: readonly OrderItem[];
  /** Others are taken too: they can be paid without these. */
  hasOthers: boolean;
  /** When the prescription was last looked up. */
  readAt: Date;
};

/** Why a prescription cannot be paid yet, and what happens next (rules 20, 39). */
function PriceCheck({ waiting, hasOthers, readAt }: PriceCheckProps) {
  const names = waiting.map(({ label }) => label).join(', ');
  return (
    <Notice
      tone="amber"
      icon={IconHourglass}
      role="status"
      title="Vérification en cours"
    >{`Un pharmacien vérifie ${names}. Vous paierez ensuite : nous vous préviendrons, et votre commande reste écrite ici. ${hasOthers ? `Pour commander le reste sans attendre, ne ${waiting.length === 1 ? 'le' : 'les'} prenez pas. ` : ''}Regardé à ${formatClock(readAt)}.`}</Notice>
  );
}

/** The medicines of a prescription that are no longer sold: the others are ordered without them. */
function Unavailable({ lines }: { lines: readonly OrderItem[] }) {
  const names = lines.map(({ label }) => label).join(', ');
  const [verb, pronoun] = lines.length === 1 ? ['n’est', 'le'] : ['ne sont', 'les'];
  const adjective = lines.length === 1 ? 'disponible' : 'disponibles';
  return (
    <Notice tone="amber" icon={IconAlertTriangle} role="status" title={`Plus ${adjective}`}>
      {`${names} ${verb} plus ${adjective} : vous ne ${pronoun} payez pas. Demandez à un médecin ce qui peut ${pronoun} remplacer.`}
    </Notice>
  );
}

type SummaryPartProps = {
  ordering: Ordering;
  /** Opens a step, to change its values. */
  onOpen: (step: StepKey) => void;
};

/** Whether there is something to choose: several lines, or boxes of one that may be split. */
const isChosen = (items: readonly PrescriptionLine[], unsold: number): boolean =>
  items.length - unsold > 1 || items.some(({ maySplit, quantity }) => maySplit && quantity > 1);

/** Sums up the order: its parts, the insurance, every amount, and how long the delivery takes. */
export function SummaryPart({ ordering, onOpen }: SummaryPartProps) {
  const { draft, zone, lookup, waiting, unavailable } = ordering;
  const items = lookup.prescription?.items ?? [];
  const { taken, leftOut } = ordering.split ?? { taken: [], leftOut: [] };
  return (
    <>
      {ordering.totalBefore === null ? null : <AmountChanged total={ordering.quote.total} />}
      {unavailable.length === 0 ? null : <Unavailable lines={unavailable} />}
      {waiting.length === 0 ? null : (
        <PriceCheck waiting={waiting} hasOthers={taken.length > waiting.length} readAt={lookup.readAt} />
      )}
      <CheckList draft={draft} zone={zone} prescribed={taken} onOpen={onOpen} />
      {draft.way === 'code' && isChosen(items, unavailable.length) ? (
        <section aria-label="Médicaments de l’ordonnance">
          <ChoiceLines
            taken={taken}
            leftOut={leftOut}
            last="Gardez au moins un médicament."
            budget={{ deliveryFee: zone?.price ?? 0, rate: ordering.usedCard?.taux ?? 0 }}
            onChange={ordering.choose}
          />
        </section>
      ) : null}
      <InsuranceChoice ordering={ordering} />
      <Amounts ordering={ordering} />
      {zone === null ? null : <DeliveryTime zoneId={zone._id} />}
    </>
  );
}
