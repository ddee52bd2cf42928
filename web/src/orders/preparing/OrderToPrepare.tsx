import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { formatClock } from '@amasin/domain/contract/format.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { remainingLines } from '@amasin/domain/orders/give-back.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import {
  concernsLine,
  orderProblemLabels,
  SHORTAGE_NOTE_MAX,
  type ShortageReason,
  shortageLabels,
  shortageReasons,
} from '@amasin/domain/orders/reasons.ts';
import { Button, InputBase, Stack, Text, Textarea, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBell,
  IconChevronDown,
  IconCircleCheck,
  IconPrinter,
  IconTruckReturn,
} from '@tabler/icons-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { call } from '../../lib/call.ts';
import { list, text } from '../../lib/schema.ts';
import { storedOf, useStored } from '../../lib/stored.ts';
import { useSession } from '../../session/session-context.ts';
import { StateBadge } from '../../ui/badges.tsx';
import { HeldNotice, useHeld } from '../../ui/held.tsx';
import { ItemInstructions } from '../../ui/items.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OrderStateBadge } from '../../ui/OrderStateBadge.tsx';
import { ReasonDetails } from '../../ui/ReasonDetails.tsx';
import { useOrderChange } from '../api.ts';
import { BroughtBack } from '../BroughtBack.tsx';
import { AddressText, Fact, Facts, InsuranceFact, PersonLine, PrescriptionFacts } from '../detail/facts.tsx';
import { Medicines } from '../detail/Medicines.tsx';
import { MoneyLines, OpenOrder, OrderPart } from '../detail/OpenOrder.tsx';
import { Timeline } from '../detail/Timeline.tsx';
import { BatchButton } from './BatchButton.tsx';
import styles from './preparing.module.css';

/** Sets whether the order is ready to be fetched. */
function useMarkReady(id: string, onReady: () => void) {
  return useOrderChange({
    mutationFn: (ready: boolean) =>
      call(orderEndpoints.markReady, { params: { id }, body: { ready } }).then(({ order }) => order),
    done: 'Statut mis à jour avec succès',
    failed: 'Erreur lors de la mise à jour',
    onDone: ({ readyAt }) => {
      if (readyAt !== null) onReady();
    },
  });
}

type Shortage = HandlerInput<typeof orderEndpoints.reportShortage>['body'];

/** Tells the supervisors why the order cannot be prepared. */
function useReportShortage(id: string) {
  return useOrderChange({
    mutationFn: (body: Shortage) =>
      call(orderEndpoints.reportShortage, { params: { id }, body }).then(({ order }) => order),
    done: 'Le superviseur est prévenu',
    failed: 'Erreur lors de la mise à jour',
  });
}

type Ticks = ReturnType<typeof useTicks>;

/** The medicines of this order that are taken from the shelf, kept on this device until the order is ready. */
function useTicks(orderId: string) {
  const personId = useSession().user?._id ?? '';
  const [ticked, change] = useStored(storedOf(`ticks-${orderId}`, list(text)), personId);
  const has = (medicationId: string) => ticked?.includes(medicationId) ?? false;
  const toggle = (medicationId: string) =>
    change((before) => {
      const next = (before ?? []).filter((id) => id !== medicationId);
      if (!before?.includes(medicationId)) next.push(medicationId);
      return next.length === 0 ? null : next;
    });
  return { has, toggle, clear: () => change(() => null) };
}

/** The label of the package, which replaces the page in print: number, first name and medicines, without prices. */
function PackageLabel({ order }: { order: Order }) {
  const [firstName] = order.customer.name.split(' ');
  return createPortal(
    <div className={styles.label} aria-hidden="true">
      <div className={styles.number}>{order.number}</div>
      <div className={styles.name}>{firstName}</div>
      <ul className={styles.items}>
        {remainingLines(order.prescription?.items ?? []).map(({ medicationId, quantity, label }) => (
          <li key={medicationId}>{`${quantity} × ${label}`}</li>
        ))}
      </ul>
    </div>,
    document.body,
  );
}

type PickListProps = { order: Order; ticks: Ticks };

/** The medicines to take from the shelf, large enough to read at a distance, each to tick. */
function PickList({ order, ticks }: PickListProps) {
  const items = remainingLines(order.prescription?.items ?? []);
  const removed = (order.prescription?.items ?? []).filter(({ givenBack }) => givenBack);
  return (
    <>
      <ul className={styles.picks}>
        {items.map(
          ({
            medicationId,
            label,
            quantity,
            posology,
            duration,
            form,
            review,
            batch,
            expiresOn,
            substituted,
          }) => (
            <li key={medicationId}>
              <label className={styles.pick}>
                <input
                  type="checkbox"
                  className={styles.box}
                  checked={ticks.has(medicationId)}
                  onChange={() => ticks.toggle(medicationId)}
                />
                <span className={styles.quantity}>
                  <span>{quantity}</span> <span aria-hidden="true">×</span>
                </span>
                <span>
                  <span className={styles.medicine}>{label}</span>
                  <ItemInstructions posology={posology} duration={duration} form={form} review={review} />
                  {substituted === undefined ? null : (
                    <Text span size="sm">{`À la place de ${substituted.label}`}</Text>
                  )}
                </span>
              </label>
              <BatchButton orderId={order._id} line={{ medicationId, label, batch, expiresOn }} />
            </li>
          ),
        )}
      </ul>
      {removed.length === 0 ? null : (
        <Text size="sm">
          {`Retiré : ${removed.map(({ givenBack, label }) => `${givenBack} × ${label}`).join(', ')}`}
        </Text>
      )}
      <Text role="status" size="sm" c="dimmed">
        {`${items.filter(({ medicationId }) => ticks.has(medicationId)).length} sur ${items.length} pris`}
      </Text>
    </>
  );
}

/** The lots of an order that is ready, which may still be written. */
function Lots({ order }: { order: Order }) {
  return remainingLines(order.prescription?.items ?? []).map(({ medicationId, label, batch, expiresOn }) => (
    <BatchButton
      key={medicationId}
      orderId={order._id}
      line={{ medicationId, label, batch, expiresOn }}
      named
    />
  ));
}

type ReadyProps = { order: Order; onReady: () => void };

/** « Prête », which its courier and the supervisors see, and the label to print. */
function Ready({ order, onReady }: ReadyProps) {
  const mark = useMarkReady(order._id, onReady);
  const { readyAt, allowedActions, deliveryPerson } = order;
  return (
    <Stack gap={8} mt={12}>
      {readyAt === null ? null : (
        <Notice
          tone="teal"
          icon={IconCircleCheck}
          role="status"
          title={`Prête depuis ${formatClock(new Date(readyAt))}`}
        >
          <span>
            {deliveryPerson === null ? 'Elle attend un livreur.' : `${deliveryPerson.name} est prévenu.`}
          </span>
        </Notice>
      )}
      {allowedActions.includes('mark-ready') ? (
        <Button
          color="soleil"
          size="lg"
          fullWidth
          leftSection={<IconCircleCheck size={24} aria-hidden="true" />}
          loading={mark.isPending}
          onClick={() => mark.mutate(true)}
        >
          Prête
        </Button>
      ) : null}
      <Button
        variant="default"
        fullWidth
        leftSection={<IconPrinter size={20} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        Imprimer l’étiquette
      </Button>
      {allowedActions.includes('mark-not-ready') ? (
        <Button variant="subtle" fullWidth loading={mark.isPending} onClick={() => mark.mutate(false)}>
          Pas encore prête
        </Button>
      ) : null}
      <PackageLabel order={order} />
    </Stack>
  );
}

// Lazy: of few orders something lacks.
const Substitute = lazyWithRetry(() => import('./Substitute.tsx').then((module) => module.Substitute));

const Warnings = lazyWithRetry(() => import('../detail/Warnings.tsx').then((module) => module.Warnings));

/** Says why the order cannot be prepared, and shows what was reported until a supervisor has solved it. */
export function ReportShortage({ order }: { order: Order }) {
  const report = useReportShortage(order._id);
  const [reason, setReason] = useState<ShortageReason | null>(null);
  const [medicationId, setMedicationId] = useState('');
  const [note, setNote] = useState('');
  const items = remainingLines(order.prescription?.items ?? []);
  const reporting = useHeld<Shortage>((body) => report.mutate(body));
  const send = (chosen: ShortageReason, line?: string) => {
    reporting.hold({
      reason: chosen,
      note: note.trim() || null,
      ...(line !== undefined && { medicationId: line }),
    });
    setReason(null);
  };
  const choose = (chosen: ShortageReason) => {
    // The line of the only medicine is not asked.
    const [only, ...others] = items;
    if (!concernsLine(chosen)) send(chosen);
    else if (only !== undefined && others.length === 0) send(chosen, only.medicationId);
    else setReason(chosen);
  };

  if (reporting.value !== null)
    return <HeldNotice what={shortageLabels[reporting.value.reason]} onUndo={reporting.undo} />;
  return (
    <>
      {order.problem ? (
        <Notice tone="amber" icon={IconAlertTriangle} title={orderProblemLabels[order.problem.reason]}>
          <span>{[order.problem.note, 'Le superviseur est prévenu.'].filter(Boolean).join(' · ')}</span>
        </Notice>
      ) : null}
      {order.problem ? <Substitute order={order} /> : null}
      {order.allowedActions.includes('report-shortage') ? (
        <ReasonDetails
          summary="Je ne peux pas préparer"
          reasons={shortageReasons}
          labels={shortageLabels}
          pending={report.isPending}
          onChoose={choose}
        >
          <Textarea
            label="Précision (facultatif)"
            maxLength={SHORTAGE_NOTE_MAX}
            rows={2}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
        </ReasonDetails>
      ) : null}
      {reason === null ? null : (
        <Stack gap={12} role="group" aria-label={shortageLabels[reason]}>
          <Text fw={600}>{shortageLabels[reason]}</Text>
          <InputBase
            component="select"
            label="Quel médicament ?"
            value={medicationId}
            onChange={({ currentTarget }) => setMedicationId(currentTarget.value)}
            rightSection={<IconChevronDown size={18} aria-hidden="true" />}
            rightSectionPointerEvents="none"
            pointer
          >
            <option value="">Choisir</option>
            {items.map((item) => (
              <option key={item.medicationId} value={item.medicationId}>
                {item.label}
              </option>
            ))}
          </InputBase>
          <Button
            disabled={medicationId === ''}
            loading={report.isPending}
            onClick={() => send(reason, medicationId)}
          >
            Prévenir le superviseur
          </Button>
        </Stack>
      )}
    </>
  );
}

/**
 * The state of an order for its pharmacy: « Nouvelle » until it is opened, « Prête » until it is fetched. One badge: a second one
 * makes the rows higher, so that fewer are seen at once.
 */
export function PreparationBadge({ order: { state, readyAt, isNew, broughtBack } }: { order: Order }) {
  if (broughtBack) return <StateBadge tone="red" icon={IconTruckReturn} label="À livrer de nouveau" />;
  // It is to be prepared: that is its state.
  if (isNew) return <StateBadge tone="red" icon={IconBell} label="Nouvelle" />;
  return state === 'pending' && readyAt !== null ? (
    <StateBadge tone="teal" icon={IconCircleCheck} label="Prête" />
  ) : (
    <OrderStateBadge state={state} reader="pharmacy" />
  );
}

type OpenProps = { id: string; onClose: () => void };

export function OpenOrderToPrepare({ id, onClose }: OpenProps) {
  return (
    <OpenOrder
      key={id}
      id={id}
      reader="pharmacy"
      onClose={onClose}
      badge={(order) => <PreparationBadge order={order} />}
    >
      {(order) => <OrderToPrepare order={order} />}
    </OpenOrder>
  );
}

/** An order for a pharmacy: first the medicines to prepare, then the customer and the courier. */
function OrderToPrepare({ order }: { order: Order }) {
  const isHere = order.state === 'pending';
  const toPrepare = isHere && order.readyAt === null;
  const ticks = useTicks(order._id);
  return (
    <>
      <section className={isHere ? styles.shelf : styles.taken}>
        <Title order={3}>{toPrepare ? 'À préparer' : 'Médicaments'}</Title>
        {toPrepare ? (
          <PickList order={order} ticks={ticks} />
        ) : (
          <>
            <Medicines order={order} />
            {isHere ? <Lots order={order} /> : null}
          </>
        )}
        {isHere ? (
          <>
            <BroughtBack order={order} reader="pharmacy" />
            <Warnings order={order} sees />
            <Ready order={order} onReady={ticks.clear} />
            <ReportShortage order={order} />
          </>
        ) : null}
      </section>
      <Facts>
        <PersonLine part="Client" person={order.customer} />
        <PersonLine part="Livreur" person={order.deliveryPerson} unassigned="Non assigné pour l’instant" />
        <Fact name="Livraison">
          <AddressText zone={order.deliveryZone} address={order.deliveryAddress} />
        </Fact>
        <PrescriptionFacts order={order} fileLabel="Ordonnance physique" />
        <InsuranceFact order={order} />
      </Facts>
      <OrderPart title="Montants">
        <MoneyLines order={order} />
      </OrderPart>
      <OrderPart title="Historique">
        <Timeline orderId={order._id} reader="pharmacy" />
      </OrderPart>
    </>
  );
}
