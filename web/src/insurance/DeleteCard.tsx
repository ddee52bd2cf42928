import { insuranceEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import type { InsuranceCard } from '@amasin/domain/insurance/insurance-card.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { invalidate } from '../lib/keys.ts';
import { toast } from '../lib/toast.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { cacheCard } from './api.ts';

type Props = { card: InsuranceCard; opened: boolean; onClose: () => void };

export function DeleteCard({ card, opened, onClose }: Props) {
  const queries = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => call(insuranceEndpoints.deleteInsurance, { params: { id: card._id } }),
    onSuccess: () => {
      onClose();
      cacheCard(queries, null);
      toast.success('Carte supprimée');
    },
    onError: (error) => {
      toast.error(messageOf(error, 'Erreur lors de la suppression'));
      void invalidate(queries, 'insurance');
    },
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
