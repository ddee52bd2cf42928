import { formatMoney } from '@amasin/domain/contract/format.ts';
import { atGivenPrice, giveBack, sumOf, worthBefore, worthOf } from '@amasin/domain/orders/give-back.ts';
import type { Order, OrderLine } from '@amasin/domain/orders/order.ts';
import { isRecalled, isShortage } from '@amasin/domain/orders/reasons.ts';
import {
  GIVE_BACK_NOTE_MAX,
  type GiveBackReason,
  giveBackLabels,
  giveBackReasons,
} from '@amasin/domain/orders/refund.ts';
import { Button, InputBase, Stack, Textarea } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ReasonDetails } from '../../ui/ReasonDetails.tsx';
import { useGiveBack } from './api.ts';
import { wrappingLabel } from './wrapping-label.ts';

/** How many of each line are given back now, by medicine. */
type Chosen = Readonly<Record<string, number>>;

const remainingOf = ({ quantity, givenBack = 0 }: OrderLine) => quantity - givenBack;

/** « Rembourser des médicaments » for a supervisor: a reason, then which and how many, with what goes back. */
export function GiveBack({ order }: { order: Order }) {
  const [reason, setReason] = useState<GiveBackReason | null>(null);
  return (
    <>
      <ReasonDetails
        summary="Rembourser des médicaments"
        reasons={giveBackReasons}
        labels={giveBackLabels}
        onChoose={setReason}
      >
        La commande continue sans eux. Le client, la pharmacie et le livreur sont prévenus.
      </ReasonDetails>
      {reason === null ? null : (
        <GiveBackDialog order={order} reason={reason} chosen={{}} onClose={() => setReason(null)} />
      )}
    </>
  );
}

/** One tap on what the pharmacy lacks; nothing when it has named no line, or the line is given back. */
export function GiveBackShortage({ order }: { order: Order }) {
  const [opened, setOpened] = useState(false);
  const { problem, allowedActions, prescription } = order;
  const item = prescription?.items.find(({ medicationId }) => medicationId === problem?.medicationId);
  const isPossible =
    problem &&
    (isShortage(problem.reason) || isRecalled(problem.reason)) &&
    allowedActions.includes('give-back');
  if (!isPossible || item === undefined || remainingOf(item) === 0) return null;
  const quantity = problem.reason === 'quantity-short' ? 1 : remainingOf(item);
  return (
    <>
      <Button fullWidth classNames={wrappingLabel} onClick={() => setOpened(true)}>
        Rembourser cette ligne
      </Button>
      {opened ? (
        <GiveBackDialog
          order={order}
          reason={isRecalled(problem.reason) ? 'other' : 'unavailable'}
          chosen={{ [item.medicationId]: quantity }}
          onClose={() => setOpened(false)}
        />
      ) : null}
    </>
  );
}

type DialogProps = { order: Order; reason: GiveBackReason; chosen: Chosen; onClose: () => void };

function GiveBackDialog({ order, reason, chosen: first, onClose }: DialogProps) {
  const [chosen, setChosen] = useState(first);
  const [note, setNote] = useState('');
  const send = useGiveBack(order._id);
  const items = (order.prescription?.items ?? []).filter((item) => remainingOf(item) > 0);
  const lines = items.filter(({ medicationId }) => chosen[medicationId]);
  const confirm = () =>
    send.mutate(
      {
        lines: lines.map(({ medicationId, givenBack = 0 }) => ({
          medicationId,
          givenBack: givenBack + (chosen[medicationId] ?? 0),
        })),
        reason,
        note: note.trim() || null,
      },
      { onSuccess: onClose },
    );
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      question="Rembourser ces médicaments ?"
      confirmLabel="Rembourser"
      closeLabel="Ne rien rembourser"
      danger
      disabled={lines.length === 0}
      pending={send.isPending}
      onConfirm={confirm}
    >
      <Stack gap={12} c="var(--mantine-color-text)">
        <span>{`${order.number} · ${giveBackLabels[reason]}`}</span>
        {items.map((item) => (
          <Quantity
            key={item.medicationId}
            item={item}
            value={chosen[item.medicationId] ?? 0}
            onChange={(value) => setChosen((before) => ({ ...before, [item.medicationId]: value }))}
          />
        ))}
        <Sum order={order} chosen={chosen} />
        <Textarea
          label="Précision (facultatif)"
          description="Pour l’équipe seulement"
          maxLength={GIVE_BACK_NOTE_MAX}
          rows={2}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}

type QuantityProps = { item: OrderLine; value: number; onChange: (value: number) => void };

function Quantity({ item, value, onChange }: QuantityProps) {
  const remaining = remainingOf(item);
  const counts = Array.from({ length: remaining + 1 }, (_, index) => index);
  return (
    <InputBase
      component="select"
      label={item.label}
      value={value}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      rightSection={<IconChevronDown size={18} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      pointer
    >
      {counts.map((count) => (
        <option key={count} value={count}>
          {count === 0 ? 'Aucune boîte' : `${count} sur ${remaining}`}
        </option>
      ))}
    </InputBase>
  );
}

/** What goes back, as the server counts it. */
function Sum({ order, chosen }: { order: Order; chosen: Chosen }) {
  const items = order.prescription?.items ?? [];
  const isAll = items.every((item) => (chosen[item.medicationId] ?? 0) === remainingOf(item));
  const { customer, totalAmount, givenBack = [] } = order;
  const isBeforeHandover = order.state === 'pending' || order.state === 'delivering';
  if (isAll && isBeforeHandover) {
    const before = givenBack.reduce((sum, { amount }) => sum + amount, 0);
    return (
      <strong>
        {`Il ne reste rien à livrer : la commande est annulée, et ${formatMoney((totalAmount ?? 0) - before)} reviennent à ${customer.name}.`}
      </strong>
    );
  }
  const quote = {
    medicines: order.medicinesAmount ?? 0,
    deliveryFee: order.deliveryFee,
    commission: order.commission ?? 0,
    reduction: order.insuranceReduction ?? 0,
    total: totalAmount ?? 0,
  };
  // A medicine that the insurer excludes has no share of what it covers.
  const priced = items.map((item) => ({ ...item, excluded: item.covered === 0 }));
  const lines = priced.map((item) => ({ ...atGivenPrice(item), quantity: chosen[item.medicationId] ?? 0 }));
  const { total } = sumOf(giveBack(quote, worthOf(priced), worthBefore(priced), lines));
  return (
    <span>
      <strong>{formatMoney(total)}</strong>{' '}
      <span>{`reviennent à ${customer.name}, sur le compte qui a payé. La livraison reste due.`}</span>
    </span>
  );
}
