import type { PayeeType } from '@amasin/domain/benefits/payee.ts';
import { type OwnMoney as Found, waitLabels } from '@amasin/domain/benefits/settlement.ts';
import { formatDateTime, formatMoney } from '@amasin/domain/contract/format.ts';
import { maskPhone, operatorLabels } from '@amasin/domain/payments/operators.ts';
import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconCalendarWeek, IconCash, IconHourglass } from '@tabler/icons-react';
import { countOf } from '../lib/format.ts';
import { QueryState } from '../ui/feedback.tsx';
import { StatCard } from '../ui/StatCard.tsx';
import { Money, PageLink } from '../ui/text.tsx';
import { useOwnMoney } from './api.ts';
import styles from './benefits.module.css';
import { PayoutAccount } from './PayoutAccount.tsx';

const nouns: Readonly<Record<PayeeType, string>> = {
  pharmacy: 'commande',
  deliveryPerson: 'livraison',
  partnerDoctor: 'gain',
};

/** What the signed-in pharmacy or courier earned today and this week, is owed, and when it is paid where. */
export function OwnMoney({ of }: { of: PayeeType }) {
  const money = useOwnMoney();
  if (money.data === undefined) return <QueryState query={money} rows={2} height={88} />;
  const { today, week, owed } = money.data;
  return (
    <Stack component="section" gap={12} aria-labelledby="own-money">
      <Title order={2} id="own-money">
        Ce qui vous est dû
      </Title>
      <SimpleGrid className={styles.figures} cols={{ base: 2, xs: 3 }} spacing="sm">
        <StatCard label="Vous est dû" value={<Money amount={owed} />} icon={IconHourglass} />
        <StatCard
          label="Aujourd’hui"
          value={<Money amount={today.amount} />}
          icon={IconCash}
          below={countOf(today.count, nouns[of])}
        />
        <StatCard
          label="Cette semaine"
          value={<Money amount={week.amount} />}
          icon={IconCalendarWeek}
          below={countOf(week.count, nouns[of])}
        />
      </SimpleGrid>
      <Text component="p" m={0}>
        {nextPayout(money.data)}
      </Text>
      <PayoutAccount account={money.data.account} sending={money.data.sending} />
    </Stack>
  );
}

/** « Prochain versement : vendredi 4 décembre à 9 h, sur MTN MoMo 01 •• •• •• 42. » */
function nextPayout({ owed, waits, leftOut, nextAt, minimum, account }: Found): string {
  if (owed < 0)
    return `${formatMoney(-owed)} seront retenus sur vos prochains gains : une correction a suivi un versement.`;
  if (leftOut !== null) return `Votre versement attend : ${leftOut}.`;
  if (waits === 'under-minimum') return `Versé à partir de ${formatMoney(minimum)}.`;
  if (waits === 'no-account' && nextAt !== null) return 'Votre versement attend : dites où vous payer.';
  if (waits === 'account-changed' || waits === 'unverified')
    return `Votre versement attend : ${waitLabels[waits].toLowerCase()}.`;
  const where =
    account === undefined ? '' : `, sur ${operatorLabels[account.operator]} ${maskPhone(account.phone)}`;
  return nextAt === null
    ? `Versé à la main, quand l’équipe le décide${where}.`
    : `Prochain versement prévu le ${formatDateTime(new Date(nextAt))}${where}.`;
}

/** « Gains du jour : 4 900 F », in the line above a courier's list; nothing until it is known. */
export function TodayFigure({ to }: { to: string }) {
  const { data } = useOwnMoney();
  if (data === undefined) return null;
  return (
    <span>
      <PageLink to={to}>Gains du jour</PageLink> : <Money amount={data.today.amount} />
    </span>
  );
}
