import type { Order } from '@amasin/domain/orders/order.ts';
import { ResponsiveDialog } from '../../ui/dialog/ResponsiveDialog.tsx';
import { useDialogAddress } from '../../ui/dialog/use-dialog-address.ts';
import { InsuranceCheck } from './InsuranceCheck.tsx';
import type { TreatmentSlots } from './slots.ts';
import { Treatment } from './Treatment.tsx';
import styles from './treating.module.css';

type Props = { order: Order; opened: boolean; onClose: () => void; slots: TreatmentSlots };

/** The order behind it has a card to look at as well. */
const CARD = 'carte-traitee';

/** « Traiter »: a supervisor reads the prescription in the pharmacist's place. */
export function TreatDialog({ order, opened, onClose, slots }: Props) {
  const card = useDialogAddress(CARD);
  // Escape is heard by the card's dialog above, and here: it means that one.
  const close = () => {
    if (!card.opened) onClose();
  };
  return (
    <ResponsiveDialog opened={opened} onClose={close} title={`Traiter ${order.number}`} size="xl">
      <div className={styles.inDialog}>
        <p className={styles.subject}>
          {order.customer.name} · {order.deliveryZone}
        </p>
        <Treatment
          order={order}
          slots={slots}
          onSaved={onClose}
          before={<InsuranceCheck order={order} fileLink={slots.fileLink} address={CARD} />}
        />
      </div>
    </ResponsiveDialog>
  );
}
