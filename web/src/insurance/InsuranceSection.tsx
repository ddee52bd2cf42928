import { cardRefusalLabels } from '@amasin/domain/insurance/card-refusal.ts';
import { insuranceEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import type { InsuranceCard } from '@amasin/domain/insurance/insurance-card.ts';
import { Button, Paper, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FileLink } from '../files/FileLink.tsx';
import { call } from '../lib/call.ts';
import { invalidate } from '../lib/keys.ts';
import { toast } from '../lib/toast.tsx';
import { useChange } from '../lib/use-change.ts';
import { StateBadge } from '../ui/badges.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { EmptyState, QueryState } from '../ui/feedback.tsx';
import { lazyDialog } from '../ui/lazy.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { cacheCard, useInsuranceCard } from './api.ts';
import styles from './insurance.module.css';

type Props = {
  card: InsuranceCard;
  onEdit: () => void;
  onDelete: () => void;
};

function CardSummary({ card, onEdit, onDelete }: Props) {
  return (
    <Paper withBorder radius="lg" className={styles.card}>
      <div className={styles.head}>
        <div className={styles.text}>
          <Text fw={600} className={styles.name}>
            {card.label ?? 'Carte d’assurance'}
          </Text>
          <p className={styles.rate}>
            <strong>{`${card.taux} %`}</strong> <span>pris en charge</span>
          </p>
        </div>
        {card.verified ? (
          <StateBadge tone="teal" icon={IconCircleCheck} label="Vérifiée" />
        ) : (
          <StateBadge
            tone={card.refused === undefined ? 'amber' : 'red'}
            icon={IconAlertTriangle}
            label={card.refused === undefined ? 'À vérifier' : 'Non acceptée'}
          />
        )}
      </div>
      <Text size="xs" c="dimmed">
        {card.verified
          ? 'La remise s’applique à vos médicaments quand vous joignez la carte à une commande.'
          : card.refused === undefined
            ? 'Un pharmacien la vérifie lorsque vous la joignez à une commande. D’ici là, certaines commandes attendent cette vérification avant le paiement.'
            : `${cardRefusalLabels[card.refused]}. Changez sa photo ou son taux : elle sera vérifiée de nouveau.`}
      </Text>
      <div className={styles.actions}>
        <FileLink fileKey={card.url} name="Carte d’assurance" label="Voir la carte" />
        <Button variant="default" leftSection={<IconPencil size={20} aria-hidden="true" />} onClick={onEdit}>
          Modifier
        </Button>
        <Button variant="default" leftSection={<IconTrash size={20} aria-hidden="true" />} onClick={onDelete}>
          Supprimer
        </Button>
      </div>
    </Paper>
  );
}

type DeleteCardProps = { card: InsuranceCard; opened: boolean; onClose: () => void };

function DeleteCard({ card, opened, onClose }: DeleteCardProps) {
  const deleting = useChange({
    resource: 'insurance',
    mutationFn: () => call(insuranceEndpoints.deleteInsurance, { params: { id: card._id } }),
    cache: (queries) => cacheCard(queries, null),
    done: 'Carte supprimée',
    failed: 'Erreur lors de la suppression',
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      question="Êtes-vous sûr ?"
      confirmLabel="Supprimer"
      onConfirm={() => deleting.mutate()}
      pending={deleting.isPending}
      danger
    >
      {`${card.label ?? 'Carte d’assurance'}, ${card.taux} %. Vos commandes passées gardent leur remise.`}
    </ConfirmDialog>
  );
}

// Only the dialog has a form.
const CardDialog = lazyDialog(() => import('./CardDialog.tsx').then((module) => module.CardDialog));

/** The customer's insurance card: none yet, or one to see, change and delete. */
export function InsuranceSection() {
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
          <CardSummary card={card} onEdit={() => editDialog.open()} onDelete={() => deleteDialog.open()} />
          <DeleteCard card={card} opened={deleteDialog.opened} onClose={deleteDialog.close} />
        </>
      )}
      {cardQuery.data === undefined ? null : (
        <CardDialog
          opened={editDialog.opened}
          onClose={editDialog.close}
          card={shown}
          onSaved={onSaved}
          onFailed={() => void invalidate(queries, 'insurance').then(() => setEdited(null))}
        />
      )}
    </section>
  );
}
