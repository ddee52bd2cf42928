import type { Earnings } from '@amasin/domain/benefits/benefit.ts';
import { payoutAccountChange } from '@amasin/domain/benefits/payout.ts';
import { operatorLabels, operators } from '@amasin/domain/payments/operators.ts';
import { formatPhone } from '../../lib/format.ts';
import { toast } from '../../lib/toast.tsx';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { ChoiceField } from '../../ui/ChoiceField.tsx';
import { PasswordField, TextField } from '../../ui/fields.tsx';
import { SchemaForm } from '../../ui/SchemaForm.tsx';
import { setPayoutAccount } from './api.ts';

type Props = { account: Earnings['account']; onSaved: () => void };

/** On which mobile-money account the partner wants to be paid. */
export function AccountForm({ account, onSaved }: Props) {
  const form = useSchemaForm({
    schema: payoutAccountChange,
    initialValues: {
      operator: account?.operator ?? operators[0],
      phone: formatPhone(account?.phone ?? ''),
      currentPassword: '',
    },
    fallback: 'Erreur lors de la sauvegarde',
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
        description="Vos prochains paiements y vont. Ceux déjà en route ne changent pas."
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
