import { FileLink, FileView } from '../../files/FileLink.tsx';
import { fetchCurrent } from '../../medications/api.ts';
import { MedicineSearch } from '../../medications/MedicineSearch.tsx';
import type { DigitizingSlots, WritingInput } from '../../orders/digitizing/slots.ts';
import { Supervision } from '../../orders/supervision/Supervision.tsx';
import { PaymentRows } from '../../payments/PaymentRows.tsx';
import { WritingForm } from '../../prescriptions/writing/WritingForm.tsx';
import { useSession } from '../../session/session-context.ts';
import { useCouriers } from '../../users/couriers.ts';

/** Lazy: most users who open an order only read it. */
export function DigitizingForm(form: WritingInput) {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <WritingForm
      key={form.subject}
      {...form}
      personId={user._id}
      fetchCurrent={fetchCurrent}
      search={(props) => <MedicineSearch {...props} />}
    />
  );
}

/** Components of `files`, `medications` and `prescriptions` for digitizing an order. */
export const digitizingSlots: DigitizingSlots = {
  fileView: (file) => <FileView {...file} />,
  fileLink: (file) => <FileLink {...file} />,
  writing: (form) => <DigitizingForm {...form} />,
};

/** All orders and their assignment, for the supervisor and the super administrator. */
export function OrdersPanel() {
  const deliveryPeople = useCouriers();
  return (
    <Supervision deliveryPeople={deliveryPeople.data} payments={<PaymentRows />} slots={digitizingSlots} />
  );
}
