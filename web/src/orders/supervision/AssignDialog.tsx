import type { Order } from '@amasin/domain/orders/order.ts';
import { Text } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { ResponsiveDialog } from '../../ui/dialog/ResponsiveDialog.tsx';
import { useAssignOrder } from './api.ts';
import { type Role, roleLabels } from './roles.ts';

/** Renders the list of candidates. The page provides it: `users` is another feature. */
export type Candidates = (props: {
  type: Role;
  /** The person assigned now. */
  presentId: string | null;
  noCandidate: string;
  /** The person whose assignment is pending. */
  pendingId: string | null;
  onSelect: (id: string) => void;
}) => ReactNode;

type Props = {
  order: Order;
  /** Null when closed. */
  role: Role | null;
  onClose: () => void;
  candidates: Candidates;
};

export function AssignDialog({ order, role: openRole, onClose, candidates }: Props) {
  const assign = useAssignOrder();
  // The content stays rendered during the closing transition.
  const last = useRef(openRole);
  last.current = openRole ?? last.current;
  const role = last.current;
  const present = role === null ? null : order[role];
  const labels = role === null ? null : roleLabels[role];
  const title = labels === null ? '' : present === null ? labels.assignLabel : labels.replaceLabel;
  return (
    <ResponsiveDialog opened={openRole !== null} onClose={onClose} title={title}>
      {role === null || labels === null ? null : (
        <>
          <Text c="dimmed" mb="md">
            {order.number} · {order.deliveryZone}
            {present === null ? null : (
              <>
                <br />
                Actuellement : <strong>{present.name}</strong>
              </>
            )}
          </Text>
          {candidates({
            type: role,
            presentId: present?._id ?? null,
            noCandidate: labels.noCandidate,
            pendingId: assign.isPending ? assign.variables.userId : null,
            onSelect: (userId) => assign.mutate({ order, role, userId }, { onSuccess: onClose }),
          })}
        </>
      )}
    </ResponsiveDialog>
  );
}
