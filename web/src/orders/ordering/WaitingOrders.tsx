import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { sentence } from '../../lib/format.ts';
import { useUnsent } from '../../lib/outbox.ts';
import { Notice } from '../../ui/Notice.tsx';
import { DateTime } from '../../ui/text.tsx';
import { putBack } from './use-draft.ts';
import { keepAgain, type UnsentOrder, waitingOrdersOf } from './waiting-orders.ts';

/** The orders that wait for the network, and why the server refused one. */
export function WaitingOrders({ personId }: { personId: string }) {
  const box = waitingOrdersOf(personId);
  const navigate = useNavigate();
  const write = (waiting: UnsentOrder) => {
    putBack(personId, { ...waiting.draft, fileKey: waiting.fileKey });
    keepAgain(personId, waiting);
    box.remove(waiting.id);
    void navigate('/order');
  };
  return useUnsent(box).map((waiting) => {
    const { id, at, refusal, isTried, draft } = waiting;
    return (
      <Notice
        key={id}
        tone={refusal === null ? 'amber' : 'red'}
        icon={refusal === null ? IconCloudOff : IconAlertTriangle}
        role={refusal === null ? 'status' : 'alert'}
        title={refusal === null ? 'Une commande attend le réseau' : 'Votre commande n’a pas pu être créée'}
      >
        <span>
          Ordonnance photographiée, <DateTime at={at} />
          <span>{`, ${draft.address}.`}</span>
        </span>
        <span>
          {refusal === null
            ? 'Elle est gardée sur cet appareil et sera envoyée une seule fois, au retour du réseau. Se déconnecter l’effacerait.'
            : sentence(refusal)}
        </span>
        {refusal !== null || !isTried ? (
          <Button variant="default" onClick={() => write(waiting)}>
            Modifier la commande
          </Button>
        ) : null}
      </Notice>
    );
  });
}
