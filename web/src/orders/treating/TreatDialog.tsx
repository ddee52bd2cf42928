import type { Order } from '@amasin/domain/orders/order.ts';
import { ResponsiveDialog } from '../../ui/dialog/ResponsiveDialog.tsx';
import { InsuranceCheck } from './InsuranceCheck.tsx';
import type { TreatmentSlots } from './slots.ts';
import { Treatment } from './Treatment.tsx';
import styles from './treating.module.css';

type Props = { order: Order; opened: boolean; onClose: () => void; slots: TreatmentSlots };

/** « Traiter »: a supervisor reads the prescription in the pharmacist's place. */
export function TreatDialog({ order, opened, onClose, slots }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={`Traiter ${order.number}`} size="xl">
      <p className={styles.subject}>
        {order.customer.name} · {order.deliveryZone}
      </p>
      <Treatment
        order={order}
        slots={slots}
        onSaved={onClose}
        before={<InsuranceCheck order={order} fileLink={slots.fileLink} />}
      />
    </ResponsiveDialog>
  );
}
