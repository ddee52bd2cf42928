import { IconCloudOff, IconWifi } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../lib/toast.tsx';
import { useOnline } from '../../lib/use-online.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { Ordering } from './use-ordering.ts';
import { keepOrder } from './waiting-orders.ts';

/**
 * Holds an order without a network: one with a photograph is stored and sent later, any other waits for its customer.
 * @param onKept called when it is stored
 */
export function useOfflineOrder(personId: string, { draft, order }: Ordering, onKept: () => void) {
  const [taps, setTaps] = useState(0);
  const isPhoto = draft.way === 'photo';
  return {
    hold: () => {
      if (!isPhoto) return setTaps((count) => count + 1);
      if (keepOrder(personId, draft, order)) onKept();
      else
        toast.error(
          'Ce fichier est trop lourd pour être gardé sur cet appareil : laissez cette page ouverte.',
        );
    },
    view: <OfflineNotice isPhoto={isPhoto} taps={taps} />,
  };
}

type OfflineNoticeProps = {
  isPhoto: boolean;
  /** How often the customer has tapped the button that pays, offline. */
  taps: number;
};

/** Says what becomes of an order that is written without a network, and that it can be paid once there is one. */
function OfflineNotice({ isPhoto, taps }: OfflineNoticeProps) {
  const online = useOnline();
  const [wasOffline, setWasOffline] = useState(!online);
  if (!online && !wasOffline) setWasOffline(true);
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (taps > 0) notice.current?.focus();
  }, [taps]);

  if (!wasOffline || (online && isPhoto)) return null;
  if (online) {
    return (
      <Notice tone="teal" icon={IconWifi} role="status" title="Le réseau est de retour">
        Votre commande est prête : rien n’est payé tant que vous ne touchez pas le bouton.
      </Notice>
    );
  }
  return (
    <Notice
      ref={notice}
      tabIndex={-1}
      tone="amber"
      icon={IconCloudOff}
      role="status"
      title={isPhoto ? 'Vous pouvez commander sans réseau' : 'Votre commande est gardée sur cet appareil'}
    >
      {isPhoto
        ? 'Votre commande sera gardée sur cet appareil, et envoyée une seule fois au retour du réseau. Rien n’est payé maintenant.'
        : 'Elle sera prête à payer au retour du réseau. Les prix et les frais affichés sont les derniers lus : ils sont vérifiés avant de payer.'}
    </Notice>
  );
}
