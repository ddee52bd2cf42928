import { ResponsiveDialog } from '../ui/dialog.tsx';
import { CardForm, type CardFormProps } from './CardForm.tsx';

type Props = CardFormProps & { opened: boolean; onClose: () => void };

export function CardDialog({ opened, onClose, ...form }: Props) {
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={onClose}
      title={form.card === null ? 'Ajouter une carte d’assurance' : 'Modifier ma carte d’assurance'}
      hasForm
    >
      <CardForm {...form} />
    </ResponsiveDialog>
  );
}
