import type { PlatformBenefits } from '@amasin/domain/benefits/benefit.ts';
import { formatMoney } from '@amasin/domain/contract/format.ts';
import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { IconCash, IconHourglass, IconReportMoney } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { DownloadButton } from '../ui/download.tsx';
import { CommissionNote } from '../ui/platform-money.tsx';
import { StatCard } from '../ui/StatCard.tsx';
import { Money } from '../ui/text.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { fetchPayoutFile, usePaySuperAdmin } from './api.ts';
import styles from './benefits.module.css';

import { formatFcfa, readPayment, useCloseStale } from './payment.ts';

/** The platform's share of the commissions, and its payouts. */
export function PlatformShare({ benefits }: { benefits: PlatformBenefits }) {
  const { total, totalPaid, totalToPay, commission } = benefits;
  return (
    <Stack component="section" gap="lg" mb={40} aria-label="Part de la plateforme">
      <SimpleGrid className={styles.figures} cols={{ base: 2, xs: 3 }} spacing="sm">
        <StatCard label="Total bénéfices" value={<Money amount={total} />} icon={IconReportMoney} />
        <StatCard label="Total payé" value={<Money amount={totalPaid} />} icon={IconCash} />
        <StatCard label="Reste à payer" value={<Money amount={totalToPay} />} icon={IconHourglass} />
      </SimpleGrid>
      <CommissionNote split={commission} />
      <DownloadButton
        className={styles.download ?? ''}
        what="les paiements"
        name="paiements"
        read={fetchPayoutFile}
      />
      <SuperAdminPayment rest={totalToPay} />
    </Stack>
  );
}

/** Pays the super administrator from the platform's share; an amount of 0 is ignored. */
function SuperAdminPayment({ rest }: { rest: number }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const dialog = useDialogUrl('pay-superadmin');
  const payment = usePaySuperAdmin(() => {
    setText('');
    dialog.close();
  });
  const { amount, problem: found } = readPayment(text, rest);
  const canPay = amount > 0 && found === null;
  useCloseStale(dialog, canPay);

  const ask = (event: FormEvent) => {
    event.preventDefault();
    setProblem(found);
    if (canPay) dialog.open();
    else if (found !== null) field.current?.focus();
  };

  return (
    <>
      <form onSubmit={ask} aria-label="Paiement du superadmin" noValidate>
        <Group align="flex-end" gap={12}>
          <TextInput
            ref={field}
            className={styles.paymentField}
            classNames={{ wrapper: styles.paymentInput, error: styles.paymentError }}
            size="md"
            label="Montant à payer au superadmin (F)"
            description={`Reste à payer : ${formatMoney(rest)}`}
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="done"
            value={text}
            error={problem}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              setProblem(null);
            }}
          />
          <Button
            className={styles.paymentButton}
            type="submit"
            size="md"
            variant="light"
            loading={payment.isPending}
          >
            Payer
          </Button>
        </Group>
      </form>
      <ConfirmDialog
        opened={dialog.opened && canPay}
        onClose={dialog.close}
        question={`Payer ${formatFcfa(canPay ? amount : 0)} au superadmin\u00a0?`}
        confirmLabel="Payer"
        pending={payment.isPending}
        onConfirm={() => payment.mutate(amount)}
      >{`Il restera ${formatFcfa(canPay ? rest - amount : rest)} à payer sur la part de la plateforme.`}</ConfirmDialog>
    </>
  );
}
