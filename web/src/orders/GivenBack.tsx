import { formatMoney } from '@amasin/domain/contract/format.ts';
import {
  type GivenBack as Given,
  giveBackLabels,
  refundReasonsForCustomer,
} from '@amasin/domain/orders/refund.ts';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Notice } from '../ui/Notice.tsx';
import { DateTime } from '../ui/text.tsx';

type Props = { givenBack: readonly Given[]; reader: 'customer' | 'supervisor' };

/** What was given back of an order by lines: « Manque : 1 × Sirop. 2 150 F vous reviennent sur Moov …17 ». */
export function GivenBack({ givenBack, reader }: Props) {
  return givenBack.map((one) => (
    <Notice
      key={`${one.at} ${one.amount}`}
      tone={one.state === 'done' ? 'teal' : 'blue'}
      icon={IconArrowBackUp}
      role="status"
      title={titleOf(one, reader)}
    >
      <span>{moneyOf(one, reader)}</span>
      <span>
        <span>{`${stateOf(one)} ·`}</span> <DateTime at={one.at} />
      </span>
      {one.settled ? <span>{`Noté par ${one.settled.by} : ${one.settled.note}`}</span> : null}
      {one.note ? <span>{`Pour l’équipe : ${one.note}`}</span> : null}
    </Notice>
  ));
}

function titleOf({ reason, lines }: Given, reader: Props['reader']): string {
  const why = (reader === 'customer' ? refundReasonsForCustomer : giveBackLabels)[reason];
  // Neither what is stored on the device nor an erased order names medicines.
  if (lines.length === 0) return why;
  return `${why} : ${lines.map(({ label, quantity }) => (quantity === 0 ? label : `${quantity} × ${label}`)).join(', ')}`;
}

function moneyOf({ amount, state, to }: Given, reader: Props['reader']): string {
  const where = to === null ? 'sur le compte qui a payé' : `sur ${to}`;
  if (reader === 'supervisor') return `${formatMoney(amount)} à rendre ${where}`;
  return `${formatMoney(amount)} ${state === 'done' ? 'vous sont revenus' : 'vous reviennent'} ${where}`;
}

/** A refund that has failed is still owed: its customer has nothing to do. */
const stateOf = ({ state }: Given) => (state === 'done' ? 'Remboursé' : 'En route');
