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
import type { Tone } from '../theme/palette.ts';
import { StateBadge } from './StateBadge.tsx';

export const stateLooks: Readonly<Record<OrderState, { tone: Tone; icon: Icon }>> = {
  'pre-treatment': { tone: 'violet', icon: IconStethoscope },
  pending: { tone: 'amber', icon: IconHourglass },
  delivering: { tone: 'blue', icon: IconMotorbike },
  delivered: { tone: 'teal', icon: IconPackageExport },
  ended: { tone: 'sage', icon: IconCircleCheck },
  cancelled: { tone: 'red', icon: IconCircleX },
};

type Props = {
  state: OrderState;
  /** The label depends on the reader. */
  reader: UserType;
};

export function OrderStateBadge({ state, reader }: Props) {
  return <StateBadge {...stateLooks[state]} label={orderStateLabel(state, reader)} />;
}
