import { fetchCurrent } from '../../../medications/api.ts';
import { MedicineSearch } from '../../../medications/MedicineSearch.tsx';
import type { WritingInput } from '../../../orders/digitizing/slots.ts';
import { WritingForm } from '../../../prescriptions/writing/WritingForm.tsx';
import { useSession } from '../../../session/session-context.ts';

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
