import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { type OrderState, orderStateLabel } from '@amasin/domain/orders/lifecycle.ts';
import {
  type Icon,
  IconCircleCheck,
  IconCircleX,
  IconHourglass,
  IconMotorbike,
  IconPackageExport,
  IconStethoscope,
} from '@tabler/icons-react';
import { StateBadge } from './badges.tsx';
import type { Tone } from './theme/palette.ts';

// Not in badges.tsx, which every page loads.

export const stateLooks: Readonly<Record<OrderState, { tone: Tone; icon: Icon }>> = {
  'pre-treatment': { tone: 'violet', icon: IconStethoscope },
  pending: { tone: 'amber', icon: IconHourglass },
  delivering: { tone: 'blue', icon: IconMotorbike },
  delivered: { tone: 'teal', icon: IconPackageExport },
  ended: { tone: 'sage', icon: IconCircleCheck },
  cancelled: { tone: 'red', icon: IconCircleX },
};

type OrderStateBadgeProps = {
  state: OrderState;
  /** The label depends on the reader. */
  reader: UserType;
};

export function OrderStateBadge({ state, reader }: OrderStateBadgeProps) {
  return <StateBadge {...stateLooks[state]} label={orderStateLabel(state, reader)} />;
}
