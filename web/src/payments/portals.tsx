import { PORTAL_HEIGHT } from '@amasin/domain/payments/lifecycle.ts';
import { Button, Loader, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { activateNewestVersion } from '../lib/versions.ts';
import { namePayment, type OpenedPayment } from './api.ts';
import { leaveFor } from './leave-for.ts';
import styles from './payments.module.css';

type PortalProps = {
  opened: Omit<OpenedPayment, 'basketId'>;
  /** Reports the provider's own id of the transaction, as its widget says it. */
  name?: (transactionId: string, providerTransactionId: string) => Promise<unknown>;
  /** The portal, or the customer, reports a success, which the server must confirm. */
  onSuccess: () => void;
  /** The customer closes the portal. */
  onClose: () => void;
};

/** The portal, opened in the way that the provider requires. */
export function Portal(props: PortalProps) {
  const { mode, url, isTest = false } = props.opened.portal;
  if (mode === 'phone') return <PhonePrompt url={url} isTest={isTest} onSuccess={props.onSuccess} />;
  if (mode === 'page') return <HostedPage url={url} isTest={isTest} />;
  return <FrameGuard>{mode === 'widget' ? <Widget {...props} /> : <PortalPage {...props} />}</FrameGuard>;
}

/**
 * Shows a provider's frame. When the policy of the page refuses it, because the page was cached on this device before the provider was
 * chosen, it offers to update the page: the payment can then be resumed.
 */
function FrameGuard({ children }: { children: ReactNode }) {
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

type FrameProps = {
  url: string;
  /** Called with every message to our page: only those of this window and its origin are the provider's. */
  onMessage: (message: MessageEvent, frame: Window | null | undefined) => void;
  onLoad: (frame: Window | null) => void;
  /** Shown over the frame. */
  children?: ReactNode;
};

/** A provider's page, in a sandboxed frame that cannot navigate our page. */
function Frame({ url, onMessage, onLoad, children }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const hear = useEffectEvent((message: MessageEvent) => onMessage(message, frame.current?.contentWindow));
  useEffect(() => {
    const listen = (message: MessageEvent) => hear(message);
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);

  return (
    <div className={styles.portal}>
      {children}
      <iframe
        ref={frame}
        className={styles.frame}
        title="Portail de paiement"
        src={url}
        height={PORTAL_HEIGHT}
        sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
        onLoad={({ currentTarget }) => onLoad(currentTarget.contentWindow)}
      />
    </div>
  );
}

/** A page that takes the payment in its URL, and says that it is paid. */
function PortalPage({ opened, onSuccess }: PortalProps) {
  const [shown, setShown] = useState(false);
  const url = useMemo(() => portalUrl(opened, window.location.href), [opened]);
  return (
    <Frame
      url={url.href}
      onMessage={(message, frame) => {
        if (saysPaid(message, frame, url.origin)) onSuccess();
      }}
      onLoad={() => setShown(true)}
    >
      {shown ? null : (
        <div className={styles.loading} role="status" aria-label="Ouverture du portail de paiement…">
          <Loader aria-hidden="true" />
        </div>
      )}
    </Frame>
  );
}

/** The URL of the provider's page, with the parameters that it expects. */
function portalUrl({ portal, transactionId }: PortalProps['opened'], page: string): URL {
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
function saysPaid(message: MessageEvent, frame: Window | null | undefined, origin: string): boolean {
  if (!frame || message.source !== frame || message.origin !== origin) return false;
  const { data } = message;
  return typeof data === 'object' && data !== null && data.paymentStatus === 'success';
}

/** KKiaPay’s widget in its own origin: its script is not loaded into our page (decision 34). */
function Widget({ opened, name = namePayment, onSuccess, onClose }: PortalProps) {
  const { url } = opened.portal;
  const { origin } = new URL(url);
  const follow = async (news: WidgetNews | null) => {
    if (news === null) return;
    if (news.is === 'closed') return onClose();
    // If this fails, the provider’s call to the server names it too.
    await name(opened.transactionId, news.providerTransactionId).catch(() => null);
    if (news.isPaid) onSuccess();
  };
  return (
    <Frame
      url={url}
      onMessage={(message, frame) => void follow(readWidgetMessage(message, frame, origin))}
      onLoad={(frame) => frame?.postMessage(initMessage(opened, window.location.href), origin)}
    />
  );
}

/** The message that KKiaPay’s own script sends to its frame once it is loaded; our id is in `partnerId` and in `data`. */
function initMessage({ transactionId, amount, portal }: PortalProps['opened'], host: string) {
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

/** Reads a message of the frame; null for one of another window, another origin, or about nothing. */
function readWidgetMessage(
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

type HostedPageProps = {
  /** The provider's page. */
  url: string;
  isTest: boolean;
};

/**
 * Leaves for the provider's own page, which returns to this one; the payment is stored and checked then. The link is for a
 * customer who comes back with the browser's button.
 */
function HostedPage({ url, isTest }: HostedPageProps) {
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
  /** The customer says that the payment is confirmed, which the server must check. */
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
