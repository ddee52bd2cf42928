import type { Order } from '@amasin/domain/orders/order.ts';
import { replacementLabels, replacementReasons } from '@amasin/domain/orders/reasons.ts';
import { Box, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { ResponsiveDialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/filters.tsx';
import { useAssignOrder } from '../api.ts';
import { type Role, roleLabels } from '../roles.ts';
import { CandidateList } from './CandidateList.tsx';

type Props = {
  order: Order;
  /** Null when closed. */
  role: Role | null;
  onClose: () => void;
  /** `isFirst` is false when a person was replaced. */
  onAssigned: (order: Order, isFirst: boolean) => void;
};

export function AssignDialog({ order, role: openRole, onClose, onAssigned }: Props) {
  // The content stays rendered during the closing transition.
  const last = useRef(openRole);
  last.current = openRole ?? last.current;
  const role = last.current;
  const labels = role === null ? null : roleLabels[role];
  const isAssigned = role !== null && order[role] !== null;
  const title = labels === null ? '' : isAssigned ? labels.replaceLabel : labels.assignLabel;
  return (
    <ResponsiveDialog opened={openRole !== null} onClose={onClose} title={title}>
      {role === null ? null : <Assignment key={role} order={order} role={role} onAssigned={onAssigned} />}
    </ResponsiveDialog>
  );
}

/** Mounted each time the dialog opens. */
function Assignment({ order, role, onAssigned }: Pick<Props, 'order' | 'onAssigned'> & { role: Role }) {
  const assign = useAssignOrder();
  const [reason, setReason] = useState('');
  const present = order[role];
  const [initial] = useState(present);
  // A colleague may assign someone while the dialog is open: replacing that person needs a 409 that names them first.
  const isTold = assign.error instanceof ApiError && assign.error.code === 'ALREADY_ASSIGNED';
  const replaces = (isTold ? present : initial)?._id;
  return (
    <>
      <Text c="dimmed" mb="sm">
        <span>{`${order.number} · ${order.customer.name} · ${order.deliveryZone}`}</span>
        {present === null ? null : (
          <>
            <br />
            Actuellement : <strong>{present.name}</strong>
          </>
        )}
      </Text>
      {present === null ? null : (
        <Box mb="sm">
          <SelectField
            label="Raison (facultatif)"
            value={reason}
            onChange={setReason}
            options={[
              { value: '', label: 'Sans raison' },
              ...replacementReasons.map((value) => ({ value, label: replacementLabels[value] })),
            ]}
          />
        </Box>
      )}
      <CandidateList
        order={order}
        who={role}
        isPending={assign.isPending}
        onSelect={(userId) =>
          assign.mutate(
            { order, role, userId, replaces, reason: replacementReasons.find((one) => one === reason) },
            { onSuccess: (assigned) => onAssigned(assigned, replaces === undefined) },
          )
        }
      />
    </>
  );
}
