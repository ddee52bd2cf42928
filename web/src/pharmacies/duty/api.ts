import { pharmacyEndpoints } from '@amasin/domain/pharmacies/endpoints.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { invalidate, keys } from '../../lib/api/keys.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { toast } from '../../lib/toast/toast.tsx';

const LIMIT = 200;

/** The shifts of seven nights from this date. */
export function useDutyWeek(from: string) {
  return useQuery({
    queryKey: keys.pharmacies.shifts(from),
    queryFn: ({ signal }) => call(pharmacyEndpoints.listDutyShifts, { query: { from } }, { signal }),
  });
}

/** Who is on duty now, by a shift or by their own switch. */
export function useOnDutyNow() {
  return useQuery({
    queryKey: keys.pharmacies.onDuty(null),
    queryFn: ({ signal }) => call(pharmacyEndpoints.listOnDuty, { query: { limit: LIMIT } }, { signal }),
  });
}

/** Pharmacies of the directory whose name or address contains this. */
export function useDirectory(q: string) {
  return useQuery({
    queryKey: keys.pharmacies.directory(q),
    queryFn: ({ signal }) =>
      call(pharmacyEndpoints.listPharmacies, { query: { q, limit: LIMIT } }, { signal }),
    placeholderData: (previous) => previous,
  });
}

export function useAddShifts(onAdded: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { night: string; pharmacies: string[] }) =>
      call(pharmacyEndpoints.addDutyShifts, { body }),
    onSuccess: ({ total }) => {
      onAdded();
      toast.success(total === 1 ? 'Garde ajoutée' : 'Gardes ajoutées');
    },
    onError: (error) => toast.error(messageOf(error, 'Erreur lors de la sauvegarde')),
    onSettled: () => invalidate(queries, 'pharmacies'),
  });
}

export function useRemoveShift(onDone: () => void) {
  return useChange({
    resource: 'pharmacies',
    mutationFn: (id: string) => call(pharmacyEndpoints.deleteDutyShift, { params: { id } }),
    done: 'Garde retirée',
    failed: 'Erreur lors de la suppression',
    onDone,
  });
}

/** Sets a pharmacy's own switch. Sends the new state, not a toggle: idempotent. */
export function useSwitchDuty() {
  return useChange({
    resource: 'pharmacies',
    mutationFn: ({ id, onDuty }: { id: string; onDuty: boolean }) =>
      call(pharmacyEndpoints.switchDuty, { params: { id }, body: { onDuty } }),
    done: 'Statut mis à jour',
    failed: 'Erreur lors de la mise à jour',
  });
}
