import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { ApiError } from '../../lib/api-error.ts';
import { ResponsiveDialog } from '../../ui/dialog.tsx';
import styles from '../payments.module.css';

type Props = {
  /** ALREADY_PAID or PAYMENT_UNDER_REVIEW; null when closed. */
  refusal: ApiError | null;
  onClose: () => void;
  onAgain: () => void;
  /** Called when the customer goes to the paid order, in place of this question in the history. */
  onLeave: () => void;
};

/** Asks for a confirmation before a basket is paid a second time. */
export function AskAgain({ refusal, onClose, onAgain, onLeave }: Props) {
  const paid = refusal === null ? null : orderOf(refusal.body);
  return (
    <ResponsiveDialog
      opened={refusal !== null}
      onClose={onClose}
      title={paid === null ? 'Payer une deuxième fois ?' : 'Cette commande est déjà payée'}
      size="sm"
    >
      <div className={styles.ask}>
        <Text c="dimmed">
          {paid === null
            ? 'Nous vérifions déjà un paiement de cette commande. Si vous payez encore, vous serez débité une deuxième fois ; ce qui est de trop vous sera remboursé.'
            : `Vous avez payé ces médicaments avec la commande ${paid.number}.`}
        </Text>
        {paid === null ? (
          <Button fullWidth data-autofocus onClick={onClose}>
            Ne pas payer
          </Button>
        ) : (
          <Button
            component={Link}
            to={`/tracking?order=${paid._id}`}
            replace
            fullWidth
            data-autofocus
            onClick={onLeave}
          >
            Voir la commande
          </Button>
        )}
        <Button fullWidth variant="default" onClick={onAgain}>
          {paid === null ? 'Payer quand même' : 'Commander une deuxième fois'}
        </Button>
      </div>
    </ResponsiveDialog>
  );
}

function orderOf(body: unknown): { _id: string; number: string } | null {
  const { order } = body as { order?: { _id: string; number: string } };
  return order ?? null;
}
