import { formatMoney } from '@amasin/domain/contract/format.ts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { formatFcfa, readPayment } from './amount.ts';
import { usePaySuperAdmin } from './api.ts';
import styles from './benefits.module.css';
import { useCloseStale } from './use-close-stale.ts';

/** Pays the super administrator from the platform's share; an amount of 0 is ignored. */
export function SuperAdminPayment({ rest }: { rest: number }) {
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
      <form className={styles.payment} onSubmit={ask} aria-label="Paiement du superadmin" noValidate>
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
