import { formatMoney } from '@amasin/domain/contract/format.ts';
import { PORTAL_HEIGHT } from '@amasin/domain/payments/lifecycle.ts';
import { Button, Loader, Stack, Text, Title } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { activateNewestVersion } from '../lib/versions.ts';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { namePayment, type OpenedPayment } from './api.ts';
import { leaveFor } from './leave-for.ts';
import styles from './payments.module.css';
import { NO_ANSWER } from './poll-payment.ts';
import type { PaymentControl, PaymentStage } from './use-payment.ts';

/** The URL of the provider's page, with the parameters that it expects. */
export function portalUrl({ portal, transactionId }: OpenedPayment, page: string): URL {
  const url = new URL(portal.url, page);
  const { token, clientId, productId, message, minAmount } = portal;
  const parameters = { token, clientId, productId, message, transactionId, minAmount: String(minAmount) };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

/**
 * Whether a message is a success of the portal, from that frame and the portal's origin. It is only a hint to check with
 * the server.
 */
export function saysPaid(message: MessageEvent, frame: Window | null | undefined, origin: string): boolean {
  if (!frame || message.source !== frame || message.origin !== origin) return false;
  const { data } = message;
  return typeof data === 'object' && data !== null && data.paymentStatus === 'success';
}

type Props = {
  opened: OpenedPayment;
  /** The portal reports a success, which the server must confirm. */
  onSuccess: () => void;
};

/** The provider's page, in a sandboxed frame that cannot navigate our page. */
function PortalFrame({ opened, onSuccess }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [shown, setShown] = useState(false);
  const url = useMemo(() => portalUrl(opened, window.location.href), [opened]);

  const onMessage = useEffectEvent((message: MessageEvent) => {
    if (saysPaid(message, frame.current?.contentWindow, url.origin)) onSuccess();
  });
  useEffect(() => {
    const listen = (message: MessageEvent) => onMessage(message);
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);

  return (
    <div className={styles.portal}>
      {shown ? null : (
        <div className={styles.loading} role="status" aria-label="Ouverture du portail de paiement…">
          <Loader aria-hidden="true" />
        </div>
      )}
      <iframe
        ref={frame}
        className={styles.frame}
        title="Portail de paiement"
        src={url.href}
        height={PORTAL_HEIGHT}
        sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
        onLoad={() => setShown(true)}
      />
    </div>
  );
}

/**
 * A provider's frame. When the policy of the page refuses it, because the page was kept on this device before the provider was
 * chosen, it offers to update the page: the payment can then be resumed.
 */
export function FrameRefused({ children }: { children: ReactNode }) {
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src') setRefused(true);
    };
    document.addEventListener('securitypolicyviolation', onViolation);
    return () => document.removeEventListener('securitypolicyviolation', onViolation);
  }, []);
  if (!isRefused) return children;
  return (
    <Stack className={styles.message} align="center" gap="sm" role="alert">
      <Title order={3}>Mettez Amasin à jour pour payer</Title>
      <Text c="dimmed">Le paiement a changé depuis votre dernière visite. Votre commande est gardée.</Text>
      <Button fullWidth onClick={() => void activateNewestVersion()}>
        Mettre à jour
      </Button>
    </Stack>
  );
}

type HostedPageProps = {
  /** The provider's page. */
  url: string;
  isTest: boolean;
};

/**
 * Leaves for the provider's own page, which returns to this one; the payment is stored and checked then. The link is for a
 * customer who comes back with her browser's button.
 */
export function HostedPage({ url, isTest }: HostedPageProps) {
  useEffect(() => leaveFor(url), [url]);
  return (
    <Stack className={styles.message} align="center" gap="sm" role="status">
      <Loader aria-hidden="true" />
      <Title order={3}>Ouverture de la page de paiement…</Title>
      <Text c="dimmed">Après le paiement, vous revenez ici. Votre commande est gardée.</Text>
      {isTest ? <Text c="dimmed">Paiement d’essai : aucun argent ne circule.</Text> : null}
      <Button fullWidth component="a" href={url}>
        Continuer vers le paiement
      </Button>
    </Stack>
  );
}

type PhonePromptProps = {
  /** The provider's page, to pay on instead. */
  url: string;
  isTest: boolean;
  /** The customer says that she has confirmed, which the server must check. */
  onSuccess: () => void;
};

/** The operator asks on the telephone that pays. */
function PhonePrompt({ url, isTest, onSuccess }: PhonePromptProps) {
  return (
    <Stack className={styles.message} align="center" gap="sm" role="status">
      <Loader aria-hidden="true" />
      <Title order={3}>Confirmez sur votre téléphone</Title>
      <Text c="dimmed">
        Votre opérateur vous demande votre code. S’il ne demande rien, payez sur la page de paiement : vous ne
        serez débité qu’une fois.
      </Text>
      {isTest ? <Text c="dimmed">Paiement d’essai : aucun argent ne circule.</Text> : null}
      <Button fullWidth onClick={onSuccess}>
        J’ai confirmé
      </Button>
      <Button fullWidth variant="default" component="a" href={url}>
        Payer sur la page de paiement
      </Button>
    </Stack>
  );
}

/** What KKiaPay’s own script sends to its frame once it is loaded; our id is in `partnerId` and in `data`. */
export function initMessage({ transactionId, amount, portal }: OpenedPayment, host: string) {
  return {
    name: 'INIT_WIDGET',
    data: {
      amount,
      key: portal.clientId,
      sandbox: portal.isTest === true,
      partnerId: transactionId,
      data: transactionId,
      reason: portal.message,
      position: 'center',
      host,
      serviceId: 'INTEGRATION',
      ...(portal.phone !== undefined && { phone: portal.phone }),
    },
  };
}

type WidgetNews =
  /** A transaction that the server has to check. */
  { is: 'named'; providerTransactionId: string; isPaid: boolean } | { is: 'closed' };

/** What a message of the frame says; null for a message of another window, another origin, or about nothing. */
export function readWidgetMessage(
  message: MessageEvent,
  frame: Window | null | undefined,
  origin: string,
): WidgetNews | null {
  if (!frame || message.source !== frame || message.origin !== origin) return null;
  const { name, data } = (message.data ?? {}) as { name?: unknown; data?: unknown };
  if (name === 'CLOSE_WIDGET') return { is: 'closed' };
  const isPaid = name === 'PAYMENT_SUCCESS';
  if (!isPaid && name !== 'PENDING_PAYMENT' && name !== 'PAYMENT_FAILED') return null;
  const id = (data as { transactionId?: unknown } | null | undefined)?.transactionId;
  if (typeof id !== 'string' || !/^[\x21-\x7e]{1,100}$/.test(id)) return null;
  return { is: 'named', providerTransactionId: id, isPaid };
}

type WidgetFrameProps = {
  opened: OpenedPayment;
  /** The widget reports a success, which the server must confirm. */
  onSuccess: () => void;
  /** The customer closes the widget. */
  onClose: () => void;
};

/** KKiaPay’s widget in its own origin: its script is not loaded into our page (decision 34). */
function WidgetFrame({ opened, onSuccess, onClose }: WidgetFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { url } = opened.portal;

  const onMessage = useEffectEvent(async (message: MessageEvent) => {
    const news = readWidgetMessage(message, frame.current?.contentWindow, new URL(url).origin);
    if (news === null) return;
    if (news.is === 'closed') return onClose();
    // If this fails, the provider’s call to the server names it too.
    await namePayment(opened.transactionId, news.providerTransactionId).catch(() => null);
    if (news.isPaid) onSuccess();
  });
  useEffect(() => {
    const listen = (message: MessageEvent) => void onMessage(message);
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);

  return (
    <div className={styles.portal}>
      <iframe
        ref={frame}
        className={styles.frame}
        title="Portail de paiement"
        src={url}
        height={PORTAL_HEIGHT}
        sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
        onLoad={() =>
          frame.current?.contentWindow?.postMessage(
            initMessage(opened, window.location.href),
            new URL(url).origin,
          )
        }
      />
    </div>
  );
}

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

type PortalProps = Omit<PaymentDialogProps, 'opened'> & { opened: OpenedPayment };

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
