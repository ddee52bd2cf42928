import { formatMoney } from '@amasin/domain/contract/format.ts';
import { Button, Loader, Stack, Text, Title } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import styles from './payments.module.css';
import { NO_ANSWER } from './poll-payment.ts';
import { Portal } from './portals.tsx';
import type { PaymentControl, PaymentStage } from './use-payment.ts';

type PaymentDialogProps = { payment: PaymentControl; opened: boolean; onClose: () => void };

/** The portal, and the state of its payment until it is settled. */
export function PaymentDialog({ payment, opened, onClose }: PaymentDialogProps) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={titleOf(payment.stage)} hasForm>
      <Content payment={payment} onClose={onClose} />
    </ResponsiveDialog>
  );
}

function titleOf(stage: PaymentStage): string {
  if (stage.is === 'portal') return `Payer ${formatMoney(stage.opened.amount)}`;
  return 'Paiement';
}

function Content({ payment, onClose }: Omit<PaymentDialogProps, 'opened'>) {
  const { stage, verify } = payment;
  switch (stage.is) {
    case 'portal':
      return <Portal opened={stage.opened} onSuccess={payment.onPortalSuccess} onClose={onClose} />;
    case 'unconfirmed':
      return (
        <Stack className={styles.message} align="center" gap="sm" role="status">
          <IconHourglass size={40} stroke={1.5} aria-hidden="true" />
          <Title order={3}>Paiement pas encore confirmé</Title>
          <Text c="dimmed">
            {`${stage.failure ?? NO_ANSWER} Votre commande apparaît dans Suivi dès que votre opérateur confirme, même si vous fermez cette page : rien n’est perdu.`}
          </Text>
          <Button fullWidth onClick={() => verify()}>
            Vérifier le paiement
          </Button>
          <Button fullWidth variant="default" onClick={onClose}>
            Fermer
          </Button>
        </Stack>
      );
    case 'paid':
      return <Waiting title="Paiement confirmé" text="Nous ouvrons votre commande." />;
    default:
      return (
        <Waiting
          title="Paiement en cours de vérification…"
          text="Gardez votre téléphone à portée : votre opérateur peut demander votre code."
        />
      );
  }
}

function Waiting({ title, text }: { title: string; text: string }) {
  return (
    <Stack className={styles.message} align="center" gap="sm" role="status">
      <Loader aria-hidden="true" />
      <Title order={3}>{title}</Title>
      <Text c="dimmed">{text}</Text>
    </Stack>
  );
}
