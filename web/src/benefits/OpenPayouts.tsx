import type { OpenPayout } from '@amasin/domain/benefits/benefit.ts';
import { payoutLabels } from '@amasin/domain/benefits/payout-state.ts';
import { formatMoney } from '@amasin/domain/contract/format.ts';
import { operatorLabels } from '@amasin/domain/payments/operators.ts';
import { Button, Paper, Stack, Title } from '@mantine/core';
import { useChange } from '../lib/use-change.ts';
import { QueryState } from '../ui/feedback.tsx';
import { NoteForm } from '../ui/platform-money.tsx';
import { DateTime } from '../ui/text.tsx';
import { retryPayout, settlePayout, useOpenPayouts } from './api.ts';
import styles from './benefits.module.css';

/** Payouts on their way, and those that the provider refused: sent again, or noted as made otherwise. */
export function OpenPayouts() {
  const payouts = useOpenPayouts();
  if (payouts.data === undefined) return <QueryState query={payouts} rows={1} height={96} />;
  if (payouts.data.length === 0) return null;
  return (
    <Stack component="section" gap={12} mb="lg" aria-labelledby="open-payouts">
      <Title order={2} id="open-payouts">
        Versements en cours
      </Title>
      {payouts.data.map((payout) => (
        <OpenPayoutRow key={payout._id} payout={payout} />
      ))}
    </Stack>
  );
}

const byHand = {
  label: 'Comment il a été payé',
  description: 'Moyen, date, référence. Le partenaire est prévenu que son paiement est fait.',
  submit: 'Noter',
};

function OpenPayoutRow({ payout }: { payout: OpenPayout }) {
  const { _id, partner, amount, state, operator, phone, failure, askedAt } = payout;
  const retry = useChange({
    resource: 'benefits',
    mutationFn: () => retryPayout(_id),
    done: 'Versement demandé à nouveau',
  });
  return (
    <Paper withBorder p="md">
      <Stack gap={8}>
        <strong>{`${formatMoney(amount)} à ${partner.name}`}</strong>
        <span>
          <span>{`${payoutLabels[state]} ·`}</span> <DateTime at={askedAt} />
          {operator === null ? null : <span>{` · ${operatorLabels[operator]} ${phone ?? ''}`}</span>}
        </span>
        {state === 'failed' ? (
          <>
            <span>
              {`${failure === null ? 'Le prestataire ne dit pas pourquoi.' : `Raison donnée : ${failure}.`} La somme est de nouveau à payer.`}
            </span>
            <Button
              variant="default"
              loading={retry.isPending}
              aria-label={`Réessayer le versement à ${partner.name}`}
              onClick={() => retry.mutate()}
            >
              Réessayer
            </Button>
            <details>
              <summary className={styles.summary}>Payé autrement</summary>
              <NoteForm
                texts={byHand}
                send={(note) => settlePayout(_id, note)}
                resource={['benefits']}
                done="Versement noté"
              />
            </details>
          </>
        ) : null}
      </Stack>
    </Paper>
  );
}
