import type { Earnings } from '@amasin/domain/benefits/benefit.ts';
import { payoutAccountChange } from '@amasin/domain/benefits/payout.ts';
import { formatMoney } from '@amasin/domain/contract/format.ts';
import { operatorLabels, operators } from '@amasin/domain/payments/operators.ts';
import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { IconCash, IconHourglass, IconReportMoney, IconShieldQuestion } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { LinkProps } from 'react-router';
import { messageOf } from '../lib/api-error.ts';
import { formatPhone } from '../lib/format.ts';
import { invalidate } from '../lib/keys.ts';
import { toast } from '../lib/toast.tsx';
import { useSchemaForm } from '../lib/use-schema-form.ts';
import { ChoiceField } from '../ui/ChoiceField.tsx';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { EmptyState, RetryLine } from '../ui/feedback.tsx';
import { PasswordField, TextField } from '../ui/fields.tsx';
import { CountLine, ListState, MoreButton } from '../ui/listing.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Cell, Fact, Row, RowLink, Rows } from '../ui/rows.tsx';
import { SchemaForm } from '../ui/SchemaForm.tsx';
import { StatCard } from '../ui/StatCard.tsx';
import { DateTime, Money } from '../ui/text.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { setPayoutAccount, useEarnedShares, useEarnings } from './api.ts';
import styles from './benefits.module.css';

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

type AccountFormProps = { account: Earnings['account']; onSaved: () => void };

/** On which mobile-money account the partner wants to be paid. */
export function AccountForm({ account, onSaved }: AccountFormProps) {
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

/** The amount on its way to the partner, and the account on which they are paid. */
export function PayoutAccount({ earnings: { account, sending } }: { earnings: Earnings }) {
  const client = useQueryClient();
  const { opened, open, close } = useDialogUrl('compte-versement');
  return (
    <>
      {sending === undefined ? null : <span>{`Dont ${formatMoney(sending)} en route.`}</span>}
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
      {data === undefined ? null : <PayoutAccount earnings={data} />}
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
