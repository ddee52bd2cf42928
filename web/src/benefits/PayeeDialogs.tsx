import { payIntervalLabels, payIntervals } from '@amasin/domain/benefits/schedule.ts';
import {
  handMethodLabels,
  handMethods,
  handPayout,
  type PayeeDue,
  payeeTerms,
  waitLabels,
} from '@amasin/domain/benefits/settlement.ts';
import { formatMoney, formatNumber } from '@amasin/domain/contract/format.ts';
import { INVALID_AMOUNT } from '@amasin/domain/contract/money.ts';
import { operatorLabels } from '@amasin/domain/payments/operators.ts';
import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { z } from 'zod';
import { invalidate } from '../lib/keys.ts';
import { readPrice } from '../lib/read-price.ts';
import { toast } from '../lib/toast.tsx';
import { useSchemaForm } from '../lib/use-schema-form.ts';
import { ChoiceField } from '../ui/ChoiceField.tsx';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { SchemaForm } from '../ui/SchemaForm.tsx';
import { useListed } from '../ui/use-listed.ts';
import { newAttempt, payByHand, setPayoutTerms, usePaySettlement } from './api.ts';
import styles from './benefits.module.css';

type Props = {
  opened: boolean;
  onClose: () => void;
  /** Of the payee. */
  id: string | null;
  payees: readonly PayeeDue[];
};

/** One payee: paid now by the provider, paid by hand, or on other terms. */
export function PayeeDialogs({ opened, onClose, id, payees }: Props) {
  const rows = payees.map((due) => ({ ...due, _id: due.payee._id }));
  const due = useListed(id, rows, onClose);
  return (
    <ResponsiveDialog
      opened={opened && due !== undefined && due !== null}
      onClose={onClose}
      title={due == null ? '' : `${due.payee.name} : ${formatMoney(due.owed)} dus`}
      hasForm
    >
      {due == null ? null : (
        <Stack gap="lg">
          <Now due={due} onDone={onClose} />
          {due.owed > 0 ? (
            <details>
              <summary className={styles.summary}>Payer à la main</summary>
              <HandForm due={due} onDone={onClose} />
            </details>
          ) : null}
          <details>
            <summary className={styles.summary}>Quand et à partir de combien, ou laisser de côté</summary>
            <TermsForm due={due} onDone={onClose} />
          </details>
        </Stack>
      )}
    </ResponsiveDialog>
  );
}

/** A typed amount, as an administrator writes it: « 12 500 ». */
const typedAmount = z
  .string()
  .transform(readPrice)
  .refine((amount) => amount !== null, INVALID_AMOUNT);
const typedHandPayout = handPayout.extend({ amount: typedAmount });
const typedTerms = payeeTerms.extend({ minimum: typedAmount });

type FormProps = { due: PayeeDue; onDone: () => void };

function Now({ due, onDone }: FormProps) {
  const { payee, most, waits, account } = due;
  const payment = usePaySettlement(onDone);
  const reason =
    waits === null ? null : <Text c="dimmed">{`Attend : ${waitLabels[waits].toLowerCase()}.`}</Text>;
  if (most === 0 || account === undefined) return reason;
  return (
    <Stack gap={8}>
      {reason}
      <Button
        loading={payment.isPending}
        onClick={() => payment.mutate({ payouts: [{ payee: payee._id, amount: most }] })}
      >
        {`Verser ${formatMoney(most)} maintenant`}
      </Button>
      <Text size="sm" c="dimmed">{`Sur ${operatorLabels[account.operator]} ${account.phone}.`}</Text>
    </Stack>
  );
}

/** Notes a payout in cash, by cheque or by the bank. */
function HandForm({ due, onDone }: FormProps) {
  const queries = useQueryClient();
  const attempt = useRef(newAttempt());
  const reload = () => void invalidate(queries, 'benefits');
  const form = useSchemaForm({
    schema: typedHandPayout,
    initialValues: {
      payee: due.payee._id,
      amount: formatNumber(due.owed),
      method: handMethods[0],
      reference: '',
    },
    send: async ({ amount, ...values }) => {
      const body = { ...values, amount: readPrice(amount) ?? 0 };
      await payByHand(body, attempt.current.keyOf(body));
      reload();
      onDone();
      toast.success('Versement noté');
    },
    onFailed: reload,
  });
  return (
    <SchemaForm {...form} submit="Noter le versement">
      <TextField name="amount" label="Montant (F)" inputMode="numeric" required />
      <ChoiceField
        name="method"
        label="Moyen"
        data={handMethods.map((value) => ({ value, label: handMethodLabels[value] }))}
      />
      <TextField
        name="reference"
        label="Référence"
        description="Numéro du reçu, du chèque ou du virement : il est sur le relevé."
        maxLength={100}
        required
      />
    </SchemaForm>
  );
}

function TermsForm({ due, onDone }: FormProps) {
  const queries = useQueryClient();
  const form = useSchemaForm({
    schema: typedTerms,
    initialValues: { interval: due.interval, minimum: formatNumber(due.minimum), leftOut: due.leftOut ?? '' },
    send: async ({ minimum, ...values }) => {
      await setPayoutTerms(due.payee._id, { ...values, minimum: readPrice(minimum) ?? 0 });
      void invalidate(queries, 'benefits');
      onDone();
      toast.success('Enregistré');
    },
  });
  return (
    <SchemaForm {...form} submit="Enregistrer">
      <ChoiceField
        name="interval"
        label="Payé"
        data={payIntervals.map((value) => ({ value, label: payIntervalLabels[value] }))}
      />
      <TextField name="minimum" label="À partir de (F)" inputMode="numeric" required />
      <TextField
        name="leftOut"
        label="Laisser de côté, parce que"
        description="La personne le lit. Vide : elle est payée comme les autres."
        maxLength={200}
      />
    </SchemaForm>
  );
}
