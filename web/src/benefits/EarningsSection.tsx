import { formatMoney } from '@amasin/domain/contract/format.ts';
import { SimpleGrid, Stack } from '@mantine/core';
import { IconCash, IconHourglass, IconReportMoney, IconShieldQuestion } from '@tabler/icons-react';
import type { LinkProps } from 'react-router';
import { messageOf } from '../lib/api-error.ts';
import { EmptyState, RetryLine } from '../ui/feedback.tsx';
import { CountLine, ListState, MoreButton } from '../ui/listing.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Cell, Fact, Row, RowLink, Rows } from '../ui/rows.tsx';
import { StatCard } from '../ui/StatCard.tsx';
import { DateTime, Money } from '../ui/text.tsx';
import { useEarnedShares, useEarnings } from './api.ts';
import styles from './benefits.module.css';
import { PayoutAccount } from './PayoutAccount.tsx';

type Props = {
  /** Link that opens a prescription by its number. */
  linkTo: (number: string) => Pick<LinkProps, 'to' | 'state'>;
};

/** The earnings of each prescription, and when they were paid. */
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
                  <DateTime at={createdAt} absolute />
                </Fact>
              </Cell>
              <Cell>
                <Fact label="Payé">{paidAt === null ? 'en attente' : <DateTime at={paidAt} absolute />}</Fact>
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

type EarningsSectionProps = Parameters<typeof EarnedShares>[0] & { doctorId: string; name: string };

/**
 * The three amounts of a partner, and what is held until they are verified; a dash until loaded. Below, what each
 * prescription earned.
 */
export function EarningsSection({ doctorId, name, linkTo }: EarningsSectionProps) {
  const { data, failureReason, refetch } = useEarnings(doctorId);
  const money = (amount: number | undefined) => (amount === undefined ? '–' : <Money amount={amount} />);
  return (
    <Stack component="section" gap={12} aria-label={`Gains de ${name}`}>
      <SimpleGrid className={styles.figures} cols={{ base: 2, xs: 3 }} spacing="sm">
        <StatCard label="Total gain" value={money(data?.total)} icon={IconReportMoney} />
        <StatCard label="Total Paiement reçu" value={money(data?.totalPaid)} icon={IconCash} />
        <StatCard label="Paiement en attente" value={money(data?.pending)} icon={IconHourglass} />
      </SimpleGrid>
      {data === undefined || data.held === 0 ? null : (
        <Notice
          tone="amber"
          icon={IconShieldQuestion}
          title={`${formatMoney(data.held)} en attente de vérification`}
        >
          Cette somme vous sera payée une fois votre compte vérifié par l’administrateur.
        </Notice>
      )}
      {data === undefined ? null : <PayoutAccount account={data.account} sending={data.sending} />}
      {failureReason === null ? null : (
        <RetryLine
          problem={messageOf(failureReason, 'Erreur lors du chargement des données')}
          onRetry={refetch}
        />
      )}
      <EarnedShares linkTo={linkTo} />
    </Stack>
  );
}
