import type { InsuranceCard } from '@amasin/domain/insurance/insurance-card.ts';
import { Button, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { invalidate } from '../lib/keys.ts';
import { toast } from '../lib/toast.tsx';
import { EmptyState, QueryState } from '../ui/feedback.tsx';
import { lazyDialog } from '../ui/lazy.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { cacheCard, useInsuranceCard } from './api.ts';
import type { FileField } from './CardForm.tsx';
import { CardSummary } from './CardSummary.tsx';
import { DeleteCard } from './DeleteCard.tsx';
import styles from './insurance.module.css';

// Only the dialog has a form.
const CardDialog = lazyDialog(() => import('./CardDialog.tsx').then((module) => module.CardDialog));

type Props = {
  renderPicker: (field: FileField) => ReactNode;
  renderFileLink: (card: InsuranceCard) => ReactNode;
};

/** The customer's insurance card: none yet, or one to see, change and delete. */
export function InsuranceSection({ renderPicker, renderFileLink }: Props) {
  const queries = useQueryClient();
  const cardQuery = useInsuranceCard();
  const editDialog = useDialogUrl('carte');
  const deleteDialog = useDialogUrl('suppression');
  const card = cardQuery.data ?? null;
  // The card that the open dialog edits: one that arrives meanwhile must not be overwritten.
  const [edited, setEdited] = useState<{ card: InsuranceCard | null } | null>(null);
  if (!editDialog.opened && edited !== null) setEdited(null);
  if (editDialog.opened && edited === null && cardQuery.data !== undefined) setEdited({ card });
  const shown = edited === null ? card : edited.card;

  const onSaved = (saved: InsuranceCard) => {
    editDialog.close();
    cacheCard(queries, saved);
    toast.success(shown === null ? 'Carte ajoutée' : 'Carte mise à jour');
  };

  return (
    <section aria-labelledby="assurance" className={styles.section}>
      <Title order={2} id="assurance">
        Mon assurance
      </Title>
      {cardQuery.data === undefined ? (
        <QueryState query={cardQuery} message="Erreur lors du chargement du profil" rows={1} height={180} />
      ) : null}
      {cardQuery.data === null ? (
        <EmptyState
          pictogram="shield"
          title="Vous n’avez pas encore de carte d’assurance"
          titleOrder={3}
          action={
            <Button leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={() => editDialog.open()}>
              Ajouter une carte
            </Button>
          }
        >
          Ajoutez-la : son taux est déduit du prix de vos médicaments.
        </EmptyState>
      ) : null}
      {card === null ? null : (
        <>
          <CardSummary
            card={card}
            fileLink={renderFileLink(card)}
            onEdit={() => editDialog.open()}
            onDelete={() => deleteDialog.open()}
          />
          <DeleteCard card={card} opened={deleteDialog.opened} onClose={deleteDialog.close} />
        </>
      )}
      {cardQuery.data === undefined ? null : (
        <CardDialog
          opened={editDialog.opened}
          onClose={editDialog.close}
          card={shown}
          renderPicker={renderPicker}
          onSaved={onSaved}
          onFailed={() => void invalidate(queries, 'insurance').then(() => setEdited(null))}
        />
      )}
    </section>
  );
}
