import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect } from 'react';
import { ConfirmDialog, ResponsiveDialog } from '../../ui/dialog.tsx';
import { useSearchParamFilters } from '../../ui/search-param-filters.ts';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import { useOrders } from '../api.ts';
import { CancelForReason } from '../cancelling/CancelForReason.tsx';
import { CancelledNotice } from '../cancelling/CancelledNotice.tsx';
import { CancelPaid } from '../cancelling/CancelPaid.tsx';
import { CancelRequest } from '../cancelling/CancelRequest.tsx';
import { AddressText, Fact, Facts } from '../detail/Facts.tsx';
import { MoneyLines } from '../detail/MoneyLines.tsx';
import { Medicines } from '../detail/medicines/Medicines.tsx';
import { OpenOrder, OrderPart } from '../detail/OpenOrder.tsx';
import { PersonLine } from '../detail/PersonLine.tsx';
import { PrescriptionFacts } from '../detail/PrescriptionFacts.tsx';
import { ReceiptButton } from '../detail/receipt/ReceiptButton.tsx';
import { Timeline } from '../detail/Timeline.tsx';
import { DigitizeDialog } from '../digitizing/DigitizeDialog.tsx';
import { InsuranceCheck } from '../digitizing/InsuranceCheck.tsx';
import type { DigitizingSlots } from '../digitizing/slots.ts';
import { orderFilters } from '../filtering/order-filters.ts';
import { toDoFirst } from '../to-do.ts';
import { useEndOrder } from './api.ts';
import { AssignDialog } from './assigning/AssignDialog.tsx';
import { NextStep } from './NextStep.tsx';
import { OrderProblem } from './OrderProblem.tsx';
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

type OpenProps = { id: string; onClose: () => void; slots: DigitizingSlots };

/** Lazy: loaded after the list. */
export function OpenSupervisedOrder({ id, onClose, slots }: OpenProps) {
  useEffect(ResponsiveDialog.preload, []);
  return (
    <OpenOrder key={id} id={id} reader="supervisor" onClose={onClose}>
      {(order) => <SupervisedOrder order={order} slots={slots} />}
    </OpenOrder>
  );
}

type Props = { order: Order; slots: DigitizingSlots };

/** An order with the actions of a supervisor. */
function SupervisedOrder({ order, slots }: Props) {
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
    if (isFirst && next !== null) assigning.swap({ order: next.order._id, [ASSIGN]: next.role });
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
      {order.cancelReason === null ? null : (
        <CancelledNotice
          reason={order.cancelReason}
          reader="supervisor"
          refund={order.refund}
          note={order.cancelNote}
        />
      )}
      <NextStep
        order={order}
        onAssign={assigning.open}
        onDigitize={() => digitizing.open()}
        onEnd={() => ending.open()}
      />
      <Facts>
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
        <PrescriptionFacts order={order} fileLink={slots.fileLink} />
      </Facts>
      <InsuranceCheck order={order} fileLink={slots.fileLink} />
      <OrderPart title="Médicaments">
        <Medicines order={order} />
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
      {order.allowedActions.includes('cancel-paid') ? <CancelPaid order={order} /> : null}
      <OrderPart title="Historique">
        <Timeline orderId={order._id} reader="supervisor" />
      </OrderPart>
      <AssignDialog order={order} role={role} onClose={assigning.close} onAssigned={continueAssigning} />
      <DigitizeDialog
        order={order}
        opened={digitizing.opened && canDigitize}
        onClose={digitizing.close}
        slots={slots}
      />
      <EndDialog order={order} opened={ending.opened && canEnd} onClose={ending.close} />
    </>
  );
}

/** The in-house pharmacist is shown once assigned, or while the order is in pre-treatment. */
function isShown(order: Order, role: Role): boolean {
  return role !== 'agent' || order.agent !== null || order.state === 'pre-treatment';
}

type EndProps = { order: Order; opened: boolean; onClose: () => void };

/** Closes once the order can no longer be ended; stays open for a retry when the request failed. */
function EndDialog({ order, opened, onClose }: EndProps) {
  const end = useEndOrder();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      question="Terminer cette commande ?"
      confirmLabel="Terminer"
      pending={end.isPending}
      onConfirm={() => end.mutate(order._id)}
    >
      {`${order.number} · ${order.customer.name} · ${formatMoney(order.finalAmount)} payés`}
    </ConfirmDialog>
  );
}
