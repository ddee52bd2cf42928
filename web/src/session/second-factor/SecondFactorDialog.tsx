import type { User } from '@amasin/domain/users/user.ts';
import { toast } from '../../lib/toast/toast.tsx';
import { ResponsiveDialog } from '../../ui/dialog/ResponsiveDialog.tsx';
import { useSession } from '../session-context.ts';
import { SecondFactorForm } from './SecondFactorForm.tsx';

type Props = { user: User; opened: boolean; onClose: () => void };

export function SecondFactorDialog({ user, opened, onClose }: Props) {
  const { updateUser } = useSession();
  const onDone = () => {
    updateUser({ ...user, hasSecondFactor: true });
    onClose();
    toast.success('Connexion en deux étapes activée');
  };
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="Connexion en deux étapes" hasForm>
      <SecondFactorForm user={user} onDone={onDone} />
    </ResponsiveDialog>
  );
}
