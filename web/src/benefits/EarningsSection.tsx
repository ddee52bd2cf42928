import { formatMoney } from '@amasin/domain/contract/format.ts';
import { SimpleGrid } from '@mantine/core';
import { IconCash, IconHourglass, IconReportMoney, IconShieldQuestion } from '@tabler/icons-react';
import { messageOf } from '../lib/api-error.ts';
import { RetryLine } from '../ui/feedback.tsx';
import { Notice } from '../ui/Notice.tsx';
import { StatCard } from '../ui/StatCard.tsx';
import { Money } from '../ui/text.tsx';
import { useEarnings } from './api.ts';
import styles from './benefits.module.css';
import { EarnedShares } from './EarnedShares.tsx';
import { PayoutAccount } from './sending/PayoutAccount.tsx';

type Props = Parameters<typeof EarnedShares>[0] & { doctorId: string; name: string };

/**
 * The three amounts of a partner, and what is held until they are verified; a dash until loaded. Below, what each
 * prescription earned.
 */
export function EarningsSection({ doctorId, name, linkTo }: Props) {
  const { data, failureReason, refetch } = useEarnings(doctorId);
  const money = (amount: number | undefined) => (amount === undefined ? '–' : <Money amount={amount} />);
  return (
    <section className={styles.earnings} aria-label={`Gains de ${name}`}>
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
      {data === undefined ? null : <PayoutAccount earnings={data} />}
      {failureReason === null ? null : (
        <RetryLine
          problem={messageOf(failureReason, 'Erreur lors du chargement des données')}
          onRetry={refetch}
        />
      )}
      <EarnedShares linkTo={linkTo} />
    </section>
  );
}
