import type { Order } from '@amasin/domain/orders/order.ts';
import { Text } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { ResponsiveDialog } from '../../ui/dialog/ResponsiveDialog.tsx';
import { useAssignOrder } from './api.ts';
import { type Role, roleWords } from './roles.ts';

/** What the list of candidates needs to know; people belong to another part of the product, so the page gives it. */
export type Candidates = (props: {
  type: Role;
  /** The one assigned now. */
  presentId: string | null;
  noCandidate: string;
  /** The one whose assignment is on its way. */
  pendingId: string | null;
  onChoose: (id: string) => void;
}) => ReactNode;

type Props = {
  order: Order;
  /** Null while closed. */
  role: Role | null;
  onClose: () => void;
  candidates: Candidates;
};

export function AssignDialog({ order, role: asked, onClose, candidates }: Props) {
  const assign = useAssignOrder();
  // What it was about stays in it while it fades.
  const last = useRef(asked);
  last.current = asked ?? last.current;
  const role = last.current;
  const present = role === null ? null : order[role];
  const words = role === null ? null : roleWords[role];
  const title = words === null ? '' : present === null ? words.assignLabel : words.replaceLabel;
  return (
    <ResponsiveDialog opened={asked !== null} onClose={onClose} title={title}>
      {role === null || words === null ? null : (
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
            noCandidate: words.noCandidate,
            pendingId: assign.isPending ? assign.variables.userId : null,
            onChoose: (userId) => assign.mutate({ order, role, userId }, { onSuccess: onClose }),
          })}
        </>
      )}
    </ResponsiveDialog>
  );
}
