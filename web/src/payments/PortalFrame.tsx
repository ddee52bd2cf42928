import { PORTAL_HEIGHT } from '@amasin/domain/payments/lifecycle.ts';
import { Loader } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { OpenedPayment } from './api.ts';
import styles from './payments.module.css';
import { portalUrl, saysPaid } from './portal.ts';

type Props = {
  opened: OpenedPayment;
  /** The portal reports a success, which the server must confirm. */
  onSuccess: () => void;
};

/** The provider's page, in a sandboxed frame that cannot navigate our page. */
export function PortalFrame({ opened, onSuccess }: Props) {
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
