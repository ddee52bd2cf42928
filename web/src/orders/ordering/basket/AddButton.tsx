import type { PublicMedication } from '@amasin/domain/medications/medication.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { addMedicine } from '../draft/draft.ts';
import type { StoredDraft } from '../draft/use-draft.ts';

/** Puts one of this medicine in the basket, and says how many there are. */
export function AddButton({ stored, medication }: { stored: StoredDraft; medication: PublicMedication }) {
  const { _id, label } = medication;
  const quantity = stored.draft.lines.find(({ medicationId }) => medicationId === _id)?.quantity ?? 0;
  return (
    <Button
      variant="light"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      aria-label={quantity === 0 ? `Ajouter ${label}` : `Ajouter ${label}, ${quantity} au panier`}
      onClick={() => stored.change((draft) => ({ ...addMedicine(draft, medication), way: 'without' }))}
    >
      {quantity === 0 ? 'Ajouter' : `Ajouter (${quantity})`}
    </Button>
  );
}
