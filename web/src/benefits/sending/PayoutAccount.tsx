import type { Earnings } from '@amasin/domain/benefits/benefit.ts';
import { formatMoney } from '@amasin/domain/contract/format.ts';
import { operatorLabels } from '@amasin/domain/payments/operators.ts';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPhone } from '../../lib/format.ts';
import { invalidate } from '../../lib/keys.ts';
import { ResponsiveDialog } from '../../ui/dialog.tsx';
import { AccountForm } from './AccountForm.tsx';
import styles from './sending.module.css';

/** What is on its way to the partner, and where they are paid. */
export function PayoutAccount({ earnings: { account, sending } }: { earnings: Earnings }) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      {sending === undefined ? null : <span>{`Dont ${formatMoney(sending)} en route.`}</span>}
      <div className={styles.account}>
        <span>
          {account === undefined
            ? 'Dites où vous payer : votre compte mobile money.'
            : `Vous êtes payé sur ${operatorLabels[account.operator]}, ${formatPhone(account.phone)}.`}
        </span>
        <Button variant="subtle" onClick={() => setOpen(true)}>
          {account === undefined ? 'Indiquer mon compte' : 'Changer de compte'}
        </Button>
      </div>
      <ResponsiveDialog opened={isOpen} onClose={close} title="Compte de versement" size="sm">
        <AccountForm
          account={account}
          onSaved={() => {
            close();
            void invalidate(client, 'benefits');
          }}
        />
      </ResponsiveDialog>
    </>
  );
}
