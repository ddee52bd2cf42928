import { formatMoney } from '@amasin/domain/contract/format.ts';
import { Button, Loader, Stack, Text, Title } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import type { OpenedPayment } from './api.ts';
import { PortalFrame } from './PortalFrame.tsx';
import styles from './payments.module.css';
import { NO_ANSWER } from './poll-payment.ts';
import { FrameRefused } from './providers/FrameRefused.tsx';
import { HostedPage } from './providers/HostedPage.tsx';
import { PhonePrompt } from './providers/PhonePrompt.tsx';
import { WidgetFrame } from './providers/WidgetFrame.tsx';
import type { PaymentControl, PaymentStage } from './use-payment.ts';

type Props = { payment: PaymentControl; opened: boolean; onClose: () => void };

/** The portal, and the state of its payment until it is settled. */
export function PaymentDialog({ payment, opened, onClose }: Props) {
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

function Content({ payment, onClose }: Omit<Props, 'opened'>) {
  const { stage, verify } = payment;
  switch (stage.is) {
    case 'portal':
      return <PortalOf opened={stage.opened} payment={payment} onClose={onClose} />;
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

type PortalProps = Omit<Props, 'opened'> & { opened: OpenedPayment };

/** The provider's portal, as it wants to be opened. */
function PortalOf({ opened, payment, onClose }: PortalProps) {
  const { mode, url, isTest = false } = opened.portal;
  const { onPortalSuccess } = payment;
  if (mode === 'phone') return <PhonePrompt url={url} isTest={isTest} onSuccess={onPortalSuccess} />;
  if (mode === 'page') return <HostedPage url={url} isTest={isTest} />;
  return (
    <FrameRefused>
      {mode === 'widget' ? (
        <WidgetFrame opened={opened} onSuccess={onPortalSuccess} onClose={onClose} />
      ) : (
        <PortalFrame opened={opened} onSuccess={onPortalSuccess} />
      )}
    </FrameRefused>
  );
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
