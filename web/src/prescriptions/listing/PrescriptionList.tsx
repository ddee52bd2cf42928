import type { KeyboardEvent, Ref } from 'react';
import { MoreButton } from '../../ui/listing/MoreButton.tsx';
import { Cell, Fact, Row, RowLink, Rows } from '../../ui/listing/Rows.tsx';
import { DateTime } from '../../ui/text/DateTime.tsx';
import { Money } from '../../ui/text/Money.tsx';
import type { ListedPrescriptions } from './api.ts';
import { UseBadge } from './UseBadge.tsx';
import { useOpenedLink } from './use-opened-link.ts';

type Props = {
  list: ListedPrescriptions;
  listRef: Ref<HTMLUListElement>;
  onKeyDown: (event: KeyboardEvent) => void;
};

const headings = ['Numéro', 'Patient', 'Créée', 'État', { end: 'Total' }];

export function PrescriptionList({ list, listRef, onKeyDown }: Props) {
  const linkTo = useOpenedLink();
  return (
    <>
      <Rows
        label="Mes ordonnances"
        list={list}
        headings={headings}
        columns="7rem minmax(0, 1.2fr) minmax(0, 1fr) 8.5rem 6.5rem"
        ref={listRef}
        onKeyDown={onKeyDown}
      >
        {list.rows.map(({ _id, prescriptionNumber: number, patientName, createdAt, used, total }) => (
          <Row key={_id}>
            <Cell card="half">
              <RowLink id={number} {...linkTo(number)} preventScrollReset>
                {number}
              </RowLink>
            </Cell>
            <Cell>{patientName}</Cell>
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
