import type { KeyboardEvent, Ref } from 'react';
import { MoreButton } from '../../ui/listing/MoreButton.tsx';
import { Cell, Fact, Row, RowLink, Rows } from '../../ui/listing/Rows.tsx';
import { DateTime } from '../../ui/text/DateTime.tsx';
import { Money } from '../../ui/text/Money.tsx';
import type { ListedPrescriptions, PrescriptionScope } from './api.ts';
import { UseBadge } from './UseBadge.tsx';
import { useOpenedLink } from './use-opened-link.ts';

type Props = {
  scope: PrescriptionScope;
  list: ListedPrescriptions;
  listRef: Ref<HTMLUListElement>;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** The list of all prescriptions has a column for the prescriber. */
const layouts = {
  mine: {
    label: 'Mes ordonnances',
    headings: ['Numéro', 'Patient', 'Créée', 'État', { end: 'Total' }],
    columns: '9rem minmax(0, 1fr) minmax(7rem, 11.5rem) 8.5rem 6.5rem',
    tablet: undefined,
  },
  all: {
    label: 'Ordonnances',
    headings: ['Numéro', 'Patient', 'Prescripteur', 'Créée', 'État', { end: 'Total' }],
    columns: '9rem minmax(0, 1fr) minmax(0, 1fr) 11.5rem 8.5rem 6rem',
    tablet: 'minmax(0, 1fr) minmax(0, 1fr) 9rem',
  },
};

export function PrescriptionList({ scope, list, listRef, onKeyDown }: Props) {
  const linkTo = useOpenedLink();
  const { label, headings, columns, tablet } = layouts[scope];
  return (
    <>
      <Rows
        label={label}
        list={list}
        headings={headings}
        columns={columns}
        {...(tablet && { tablet })}
        ref={listRef}
        onKeyDown={onKeyDown}
      >
        {list.rows.map(({ _id, prescriptionNumber: number, createdAt, used, total, ...row }) => (
          <Row key={_id}>
            <Cell card="half">
              <RowLink id={number} {...linkTo(number)} preventScrollReset>
                {number}
              </RowLink>
            </Cell>
            <Cell>{row.patientName}</Cell>
            {scope === 'mine' ? null : (
              <Cell>
                <Fact label="Prescripteur">{row.prescriptorName}</Fact>
              </Cell>
            )}
            <Cell card="half">
              <DateTime at={createdAt} />
            </Cell>
            <Cell card="corner">
              <UseBadge used={used} />
            </Cell>
            <Cell card="half" end>
              <Fact label="Total">
                <Money amount={total} />
              </Fact>
            </Cell>
          </Row>
        ))}
      </Rows>
      <MoreButton list={list} />
    </>
  );
}
