import type { LinkProps } from 'react-router';
import { EmptyState } from '../ui/feedback.tsx';
import { CountLine, ListState, MoreButton } from '../ui/listing.tsx';
import { Cell, Fact, Row, RowLink, Rows } from '../ui/rows.tsx';
import { DateTime, Money } from '../ui/text.tsx';
import { useEarnedShares } from './api.ts';

type Props = {
  /** Link that opens a prescription by its number. */
  linkTo: (number: string) => Pick<LinkProps, 'to' | 'state'>;
};

/** What each prescription earned, and when it was paid. */
export function EarnedShares({ linkTo }: Props) {
  const list = useEarnedShares();
  return (
    <div>
      <CountLine list={list} noun="gain" shown={list.rows.length} />
      <ListState
        list={list}
        rows={4}
        empty={
          <EmptyState title="Pas encore de gain" titleOrder={2} pictogram="phone">
            Une ordonnance rapporte quand la commande qui l’a utilisée est terminée.
          </EmptyState>
        }
      >
        <Rows
          label="Gains par ordonnance"
          list={list}
          headings={['Ordonnance', 'Gagné', 'Payé', { end: 'Montant' }]}
          columns="9rem minmax(0, 1fr) minmax(0, 1fr) 7rem"
        >
          {list.rows.map(({ _id, prescriptionNumber: number, createdAt, paidAt, amount }) => (
            <Row key={_id}>
              <Cell card="half">
                <RowLink id={_id} {...linkTo(number)} preventScrollReset>
                  {number}
                </RowLink>
              </Cell>
              <Cell>
                <Fact label="Gagné">
                  <DateTime at={createdAt} />
                </Fact>
              </Cell>
              <Cell>
                <Fact label="Payé">{paidAt === null ? 'en attente' : <DateTime at={paidAt} />}</Fact>
              </Cell>
              <Cell card="corner" end>
                <Fact label="Montant">
                  <Money amount={amount} />
                </Fact>
              </Cell>
            </Row>
          ))}
        </Rows>
        <MoreButton list={list} />
      </ListState>
    </div>
  );
}
