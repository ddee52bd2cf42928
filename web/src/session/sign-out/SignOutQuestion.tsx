import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { type Lost, questionOf, warningOf } from './lost.ts';

type Props = { lost: Lost; opened: boolean; onClose: () => void; onConfirm: () => void };

export function SignOutQuestion({ lost, ...dialog }: Props) {
  return (
    <ConfirmDialog
      {...dialog}
      question={questionOf(lost)}
      confirmLabel="Se déconnecter"
      closeLabel="Rester connecté"
      danger
    >
      {warningOf(lost)}
    </ConfirmDialog>
  );
}
