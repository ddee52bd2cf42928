import { Alert, Button, Group, Loader, Text } from '@mantine/core';
import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react';
import { formatMoney } from '../lib/format/money.ts';
import type { PaymentControl } from './use-payment.ts';

/** Where a payment stands while no dialog shows it; nothing where there is nothing to say. */
export function PaymentNotice({ payment }: { payment: PaymentControl }) {
  const { stage, problem, verify } = payment;
  if (problem !== null) {
    return (
      <Alert color="red" icon={<IconAlertTriangle aria-hidden="true" />} role="alert">
        {problem}
      </Alert>
    );
  }
  if (stage.is === 'verifying') {
    return (
      <Alert color="gray" role="status">
        <Group gap="sm" wrap="nowrap">
          <Loader size="sm" aria-hidden="true" />
          <Text>Paiement en cours de vérification…</Text>
        </Group>
      </Alert>
    );
  }
  if (stage.is !== 'unconfirmed') return null;
  return (
    <Alert color="soleil" icon={<IconHourglass aria-hidden="true" />} role="status">
      <Text>
        Votre paiement de {formatMoney(stage.amount)} n’est pas confirmé. Si vous avez été débité, votre
        commande sera mise à jour automatiquement.
      </Text>
      <Button variant="default" mt="sm" onClick={() => void verify()}>
        Vérifier le paiement
      </Button>
    </Alert>
  );
}
