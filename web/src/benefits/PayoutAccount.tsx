import type { Earnings } from '@amasin/domain/benefits/benefit.ts';
import { payoutAccountChange } from '@amasin/domain/benefits/payout.ts';
import { ACCOUNT_WAIT_HOURS } from '@amasin/domain/benefits/settlement.ts';
import { formatMoney } from '@amasin/domain/contract/format.ts';
import { operatorLabels, operators } from '@amasin/domain/payments/operators.ts';
import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { formatPhone } from '../lib/format.ts';
import { invalidate } from '../lib/keys.ts';
import { toast } from '../lib/toast.tsx';
import { useSchemaForm } from '../lib/use-schema-form.ts';
import { ChoiceField } from '../ui/ChoiceField.tsx';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { PasswordField, TextField } from '../ui/fields.tsx';
import { SchemaForm } from '../ui/SchemaForm.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { setPayoutAccount } from './api.ts';

type AccountFormProps = { account: Earnings['account']; onSaved: () => void };

/** On which mobile-money account the signed-in payee wants to be paid. */
function AccountForm({ account, onSaved }: AccountFormProps) {
  const form = useSchemaForm({
    schema: payoutAccountChange,
    initialValues: {
      operator: account?.operator ?? operators[0],
      phone: formatPhone(account?.phone ?? ''),
      currentPassword: '',
    },
    fieldOfCode: { WRONG_PASSWORD: 'currentPassword' },
    send: async (values) => {
      await setPayoutAccount(values);
      toast.success('Compte de versement enregistré');
      onSaved();
    },
  });
  return (
    <SchemaForm {...form} submit="Enregistrer">
      <ChoiceField
        name="operator"
        label="Votre opérateur"
        data={operators.map((value) => ({ value, label: operatorLabels[value] }))}
        data-autofocus
      />
      <TextField
        name="phone"
        label="Numéro mobile money"
        description={`Vos prochains paiements y vont, ${ACCOUNT_WAIT_HOURS} h après un changement. Ceux déjà en route ne changent pas.`}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
      />
      <PasswordField
        name="currentPassword"
        label="Mot de passe actuel"
        autoComplete="current-password"
        required
      />
    </SchemaForm>
  );
}

type Props = { account: Earnings['account']; sending: number | undefined };

/** The amount on its way to the payee, and the account on which they are paid. */
export function PayoutAccount({ account, sending = 0 }: Props) {
  const client = useQueryClient();
  const { opened, open, close } = useDialogUrl('compte-versement');
  return (
    <>
      {sending === 0 ? null : <span>{`Dont ${formatMoney(sending)} en route.`}</span>}
      <Group gap="4px 12px">
        <span>
          {account === undefined
            ? 'Dites où vous payer : votre compte mobile money.'
            : `Vous êtes payé sur ${operatorLabels[account.operator]}, ${formatPhone(account.phone)}.`}
        </span>
        <Button variant="subtle" onClick={() => open()}>
          {account === undefined ? 'Indiquer mon compte' : 'Changer de compte'}
        </Button>
      </Group>
      <ResponsiveDialog opened={opened} onClose={close} title="Compte de versement" size="sm">
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
