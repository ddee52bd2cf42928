import { PORTAL_HEIGHT } from '@amasin/domain/payments/lifecycle.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { namePayment, type OpenedPayment } from '../api.ts';
import styles from '../payments.module.css';
import { initMessage, readWidgetMessage } from './widget.ts';

type Props = {
  opened: OpenedPayment;
  /** The widget reports a success, which the server must confirm. */
  onSuccess: () => void;
  /** The customer closes the widget. */
  onClose: () => void;
};

/** KKiaPay’s widget in its own origin: its script is not loaded into our page (decision 34). */
export function WidgetFrame({ opened, onSuccess, onClose }: Props) {
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
