import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { toast } from '../../lib/toast.tsx';
import { hasUnsent } from '../../lib/unsent.ts';
import { OPEN_LINK } from './open-link.ts';

/** Opens the link of a tapped push message, which the service worker sends to an open page (service-worker/push.ts). */
export function usePushLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const { serviceWorker } = navigator;
    const open = ({ data, ports }: MessageEvent) => {
      if (data?.type !== OPEN_LINK) return;
      ports[0]?.postMessage(null);
      const { pathname, search } = window.location;
      if (data.link === `${pathname}${search}`) return;
      if (!hasUnsent()) return void navigate(data.link);
      toast.error('Envoyez d’abord le formulaire commencé : l’alerte vous attend dans les notifications.');
    };
    // Undefined at a URL without TLS.
    serviceWorker?.addEventListener('message', open);
    return () => serviceWorker?.removeEventListener('message', open);
  }, [navigate]);
}
