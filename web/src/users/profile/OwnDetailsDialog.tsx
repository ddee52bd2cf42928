import type { User } from '@amasin/domain/users/user.ts';
import { ResponsiveDialog } from '../../ui/dialog.tsx';
import { OwnDetailsForm } from './OwnDetailsForm.tsx';

type Props = { user: User; opened: boolean; onClose: () => void; onSaved: (user: User) => void };

export function OwnDetailsDialog({ user, opened, onClose, onSaved }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="Modifier mes informations" hasForm>
      <OwnDetailsForm user={user} onSaved={onSaved} />
    </ResponsiveDialog>
  );
}
