import type { Order } from '@amasin/domain/orders/order.ts';
import { isRecalled, isShortage, orderProblemLabels } from '@amasin/domain/orders/reasons.ts';
import { Button, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconPencil, IconUserPlus } from '@tabler/icons-react';
import { useEffect } from 'react';
import { ResponsiveDialog } from '../../ui/dialog.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useSearchParamFilters } from '../../ui/search-param-filters.ts';
import { DateTime } from '../../ui/text.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import { toDoFirst, useOrders } from '../api.ts';
import { BroughtBack } from '../BroughtBack.tsx';
import { CancelledNotice } from '../CancelledNotice.tsx';
import { CancelForReason } from '../cancelling.tsx';
import { BoxLots } from '../detail/BoxLots.tsx';
import { AddressText, Fact, Facts, PersonLine, PrescriptionFacts } from '../detail/facts.tsx';
import { Medicines } from '../detail/Medicines.tsx';
import { MoneyLines, OpenOrder, OrderPart } from '../detail/OpenOrder.tsx';
import { ReceiptButton } from '../detail/ReceiptButton.tsx';
import { Timeline } from '../detail/Timeline.tsx';
import { Digitization, InsuranceCheck } from '../digitizing/Digitization.tsx';
import { ORDER, orderFilters } from '../filters.ts';
import { GivenBack } from '../GivenBack.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import { useSolveProblem } from './api.ts';
import { BringBack } from './BringBack.tsx';
import { CancelPaid, CancelRequest } from './CancelPaid.tsx';
import { EndDialog } from './EndDialog.tsx';
import { GiveBack, GiveBackShortage } from './GiveBack.tsx';
import { Handover } from './Handover.tsx';
import {
  ASSIGN,
  assignmentOf,
  nextToAssign,
  type Role,
  readRole,
  roleLabels,
  roles,
  TREAT,
} from './roles.ts';
import { SubstitutionAsked } from './SubstitutionAsked.tsx';
import styles from './supervision.module.css';
import { wrappingLabel } from './wrapping-label.ts';

// Lazy: few orders wait for pharmacies.
const PharmacyAnswers = lazyWithRetry(() =>
  import('./PharmacyAnswers.tsx').then((module) => module.PharmacyAnswers),
);
const Warnings = lazyWithRetry(() => import('../detail/Warnings.tsx').then((module) => module.Warnings));

type NextStepProps = {
  order: Order;
  onAssign: (role: Role) => void;
  onDigitize: () => void;
  onEnd: () => void;
};

/** The buttons for the next step of this order; none when it waits for someone else. */
function NextStep({ order, onAssign, onDigitize, onEnd }: NextStepProps) {
  const missing = roles.find((role) => assignmentOf(order, role) === 'assign');
  const canEnd = order.allowedActions.includes('end');
  const canDigitize = order.allowedActions.includes('write-prescription');
  if (missing === undefined && !canEnd && !canDigitize) return null;
  return (
    <Stack gap={8} mb={8}>
      {missing === undefined ? null : (
        <Button
          color="soleil"
          classNames={wrappingLabel}
          fullWidth
          leftSection={<IconUserPlus size={20} aria-hidden="true" />}
          onClick={() => onAssign(missing)}
        >
          {roleLabels[missing].assignLabel}
        </Button>
      )}
      {canDigitize ? (
        <Button
          variant={missing === undefined ? 'filled' : 'light'}
          classNames={wrappingLabel}
          fullWidth
          leftSection={<IconPencil size={20} aria-hidden="true" />}
          onClick={onDigitize}
        >
          Traiter
        </Button>
      ) : null}
      {canEnd ? (
        <Button
          color="soleil"
          classNames={wrappingLabel}
          fullWidth
          leftSection={<IconCircleCheck size={20} aria-hidden="true" />}
          onClick={onEnd}
        >
          Terminer
        </Button>
      ) : null}
    </Stack>
  );
}

/** Why the courier cannot deliver the order, or the pharmacy not prepare it, until a supervisor has solved it. */
function OrderProblem({ order }: { order: Order }) {
  const solve = useSolveProblem();
  if (!order.problem) return null;
  const { reason, note, at } = order.problem;
  const reportedBy = isRecalled(reason)
    ? 'Rappel'
    : isShortage(reason)
      ? (order.pharmacy?.name ?? 'Pharmacie')
      : (order.deliveryPerson?.name ?? 'Livreur');
  return (
    <Notice tone="red" icon={IconAlertTriangle} title={orderProblemLabels[reason]}>
      {note === null ? null : <span>{note}</span>}
      <span>
        <span>{`${reportedBy} ·`}</span> <DateTime at={at} />
      </span>
      {order.substitution ? <SubstitutionAsked order={order} /> : null}
      <GiveBackShortage order={order} />
      {order.allowedActions.includes('solve-problem') ? (
        <Button variant="default" loading={solve.isPending} onClick={() => solve.mutate(order)}>
          C’est réglé
        </Button>
      ) : null}
    </Notice>
  );
}

/** The search param of the card in the dialog: the order behind it opens the same card under another one. */
const CARD = 'carte-traitee';

type DigitizeDialogProps = { order: Order; opened: boolean; onClose: () => void };

/** « Traiter »: a supervisor digitizes the prescription instead of the pharmacist. */
function DigitizeDialog({ order, opened, onClose }: DigitizeDialogProps) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={`Traiter ${order.number}`} size="xl">
      <div className={styles.digitizing}>
        <p className={styles.subject}>{`${order.customer.name} · ${order.deliveryZone}`}</p>
        <Digitization
          order={order}
          onSaved={onClose}
          before={<InsuranceCheck order={order} param={CARD} />}
        />
      </div>
    </ResponsiveDialog>
  );
}

type OpenProps = { id: string; onClose: () => void };

/** The order that is open beside the list; lazy, so that the list is shown first. */
export function OpenSupervisedOrder({ id, onClose }: OpenProps) {
  useEffect(ResponsiveDialog.preload, []);
  return (
    <OpenOrder key={id} id={id} reader="supervisor" onClose={onClose}>
      {(order) => <SupervisedOrder order={order} />}
    </OpenOrder>
  );
}

/** An order with the actions of a supervisor. */
function SupervisedOrder({ order }: { order: Order }) {
  const assigning = useDialogUrl(ASSIGN);
  const { isFiltered } = useSearchParamFilters(orderFilters);
  const toDo = useOrders(toDoFirst);
  const ending = useDialogUrl('end');
  const digitizing = useDialogUrl(TREAT);
  const role = readRole(order, assigning.value);
  const canEnd = order.allowedActions.includes('end');
  const canCorrect = order.allowedActions.includes('edit-prescription');
  const canDigitize = canCorrect || order.allowedActions.includes('write-prescription');

  /** Opens the dialog for the courier after the pharmacy and, unless the list is filtered, for the next order to assign. */
  const continueAssigning = (assigned: Order, isFirst: boolean) => {
    const next = nextToAssign(assigned, isFiltered ? [] : toDo.rows);
    if (isFirst && next !== null) assigning.swap({ [ORDER]: next.order._id, [ASSIGN]: next.role });
    else assigning.close();
  };

  // Close a dialog whose action is no longer allowed: another supervisor was faster, or the URL is old.
  const closeStale =
    (assigning.opened && role === null && assigning.close) ||
    (ending.opened && !canEnd && ending.close) ||
    (digitizing.opened && !canDigitize && digitizing.close);
  useEffect(() => {
    if (closeStale) closeStale();
  }, [closeStale]);

  return (
    <>
      {order.cancelRequest && order.state === 'pending' ? <CancelRequest order={order} /> : null}
      <OrderProblem order={order} />
      <Handover order={order} />
      <BroughtBack order={order} reader="supervisor" />
      {order.allowedActions.includes('bring-back') ? <BringBack order={order} /> : null}
      {order.cancelReason === null ? null : (
        <CancelledNotice
          reason={order.cancelReason}
          reader="supervisor"
          refund={order.refund}
          note={order.cancelNote}
        />
      )}
      <GivenBack givenBack={order.givenBack ?? []} reader="supervisor" />
      <NextStep
        order={order}
        onAssign={assigning.open}
        onDigitize={() => digitizing.open()}
        onEnd={() => ending.open()}
      />
      <Facts>
        {order.inquiry ? <PharmacyAnswers inquiry={order.inquiry} /> : null}
        <PersonLine part="Client" person={order.customer} />
        <Fact name="Livraison">
          <AddressText zone={order.deliveryZone} address={order.deliveryAddress} />
        </Fact>
        {order.wishedPharmacy ? <Fact name="Pharmacie souhaitée">{order.wishedPharmacy.name}</Fact> : null}
        {roles
          .filter((one) => isShown(order, one))
          .map((one) => (
            <PersonLine
              key={one}
              part={roleLabels[one].name}
              person={order[one]}
              unassigned={roleLabels[one].unassigned}
              action={
                assignmentOf(order, one) === 'replace' ? (
                  <Button
                    variant="default"
                    onClick={() => assigning.open(one)}
                    aria-label={roleLabels[one].replaceLabel}
                  >
                    Remplacer
                  </Button>
                ) : null
              }
            />
          ))}
        <PrescriptionFacts order={order} fileLabel="Ordonnance physique" />
      </Facts>
      <InsuranceCheck order={order} />
      <OrderPart title="Médicaments">
        <Medicines order={order} />
        <BoxLots order={order} />
        <Warnings order={order} />
        {canCorrect ? (
          <Button
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden="true" />}
            onClick={() => digitizing.open()}
          >
            Corriger
          </Button>
        ) : null}
      </OrderPart>
      <OrderPart title="Montants">
        <MoneyLines order={order} />
        <ReceiptButton order={order} />
      </OrderPart>
      <CancelForReason order={order} />
      {order.allowedActions.includes('give-back') ? <GiveBack order={order} /> : null}
      {order.allowedActions.includes('cancel-paid') ? <CancelPaid order={order} /> : null}
      <OrderPart title="Historique">
        <Timeline orderId={order._id} reader="supervisor" />
      </OrderPart>
      <AssignDialog order={order} role={role} onClose={assigning.close} onAssigned={continueAssigning} />
      <DigitizeDialog order={order} opened={digitizing.opened && canDigitize} onClose={digitizing.close} />
      <EndDialog order={order} opened={ending.opened && canEnd} onClose={ending.close} />
    </>
  );
}

/** The in-house pharmacist is shown once assigned, or while the order is in pre-treatment. */
function isShown(order: Order, role: Role): boolean {
  return role !== 'agent' || order.agent !== null || order.state === 'pre-treatment';
}
