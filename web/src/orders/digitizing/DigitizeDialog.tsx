import type { Order } from '@amasin/domain/orders/order.ts';
import { ResponsiveDialog } from '../../ui/dialog.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import { Digitization } from './Digitization.tsx';
import styles from './digitizing.module.css';
import { InsuranceCheck } from './InsuranceCheck.tsx';
import type { DigitizingSlots } from './slots.ts';

type Props = { order: Order; opened: boolean; onClose: () => void; slots: DigitizingSlots };

/** Not the search param of the order behind the dialog, which links to the card too. */
const CARD = 'carte-traitee';

/** « Traiter »: a supervisor digitizes the prescription instead of the pharmacist. */
export function DigitizeDialog({ order, opened, onClose, slots }: Props) {
  const card = useDialogUrl(CARD);
  // Escape reaches both dialogs: it closes only the card's, which is above.
  const close = () => {
    if (!card.opened) onClose();
  };
  return (
    <ResponsiveDialog opened={opened} onClose={close} title={`Traiter ${order.number}`} size="xl">
      <div className={styles.inDialog}>
        <p className={styles.subject}>{`${order.customer.name} · ${order.deliveryZone}`}</p>
        <Digitization
          order={order}
          slots={slots}
          onSaved={onClose}
          before={<InsuranceCheck order={order} fileLink={slots.fileLink} param={CARD} />}
        />
      </div>
    </ResponsiveDialog>
  );
}
