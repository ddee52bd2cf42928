import type { MoneyOverview } from '@amasin/domain/benefits/settlement.ts';
import { Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { listOf } from '../lib/lists.ts';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { QueryState } from '../ui/feedback.tsx';
import { StaleNotice } from '../ui/listing.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Money } from '../ui/text.tsx';
import { useMoney } from './api.ts';
import styles from './benefits.module.css';
import { OpenPayouts } from './OpenPayouts.tsx';
import { Settlement } from './Settlement.tsx';

/** « Argent »: where all the money is, and who is paid. */
export function MoneyPanel() {
  const money = useMoney();
  useEffect(ResponsiveDialog.preload, []);
  if (money.data === undefined) return <QueryState query={money} rows={7} height={72} />;
  return (
    <Stack gap={40}>
      <StaleNotice list={listOf(money)} text="Les montants peuvent dater." />
      <Balance money={money.data} />
      <OpenPayouts />
      <Settlement canPay />
    </Stack>
  );
}

type Line = readonly [label: string, amount: number, about?: string];

/** What came in on one side, where it is on the other. */
function Balance({ money }: { money: MoneyOverview }) {
  const { received, fromInsurers, insurers, underWay, owed, sent, sending, returned, kept, addsUp } = money;
  const came: Line[] = [
    ['Reçu des clients', received],
    ['Reçu des assureurs', fromInsurers],
    ['Dû par les assureurs', insurers],
  ];
  const isWhere: Line[] = [
    ['Dû aux pharmacies', owed.pharmacies],
    ['Dû aux livreurs', owed.couriers],
    ['Dû aux professionnels de santé', owed.partners],
    ['À rembourser aux clients', owed.customers],
    [
      'Commandes en cours',
      underWay.medicines + underWay.delivery + underWay.commission,
      'Payées, pas encore remises ou terminées',
    ],
    ['Versé', sent],
    ['Gardé par la plateforme', kept],
  ];
  const total = (lines: readonly Line[]) => lines.reduce((sum, [, amount]) => sum + amount, 0);
  return (
    <Stack component="section" gap={12} aria-label="Où est l’argent">
      {addsUp ? null : (
        <Notice tone="red" icon={IconAlertTriangle} title="Les comptes ne tombent pas juste">
          La somme de ce qui est dû, versé et gardé n’est pas celle de ce qui est entré. Prévenez l’exploitant
          avant de verser.
        </Notice>
      )}
      <div className={styles.sides}>
        <Side title="Entré" lines={came} total={total(came)} />
        <Side title="Où il est" lines={isWhere} total={total(isWhere)} />
      </div>
      <Text size="sm" c="dimmed">
        <span>En route chez le prestataire : </span>
        <Money amount={sending} />
        <span> · Revenus sans être arrivés : </span>
        <Money amount={returned} />
      </Text>
    </Stack>
  );
}

function Side({ title, lines, total }: { title: string; lines: readonly Line[]; total: number }) {
  return (
    <div>
      <Title order={2} size="h4">
        {title}
      </Title>
      <dl className={styles.sums}>
        {lines.map(([label, amount, about]) => (
          <div key={label}>
            <dt>
              {label}
              {about === undefined ? null : <span className={styles.where}>{about}</span>}
            </dt>
            <dd>
              <Money amount={amount} />
            </dd>
          </div>
        ))}
        <div data-total>
          <dt>Total</dt>
          <dd>
            <Money amount={total} />
          </dd>
        </div>
      </dl>
    </div>
  );
}
