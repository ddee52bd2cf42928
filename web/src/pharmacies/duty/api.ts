import { pharmacyEndpoints } from '@amasin/domain/pharmacies/endpoints.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { toast } from '../../lib/toast/toast.tsx';

const MOST = 200;
const all = ['pharmacies'] as const;

/** The shifts of seven nights from this date on; without a date, from tonight on, as the server's clock has it. */
export function useDutyWeek(from: string) {
  return useQuery({
    queryKey: [...all, 'shifts', from],
    queryFn: ({ signal }) => call(pharmacyEndpoints.listDutyShifts, { query: { from } }, { signal }),
  });
}

/** Who is on duty at this moment, by a shift or by their own switch. */
export function useOnDutyNow() {
  return useQuery({
    queryKey: [...all, 'duty', null],
    queryFn: ({ signal }) => call(pharmacyEndpoints.listOnDuty, { query: { limit: MOST } }, { signal }),
  });
}

/** The pharmacies of the directory whose name or address holds this. */
export function useDirectory(q: string) {
  return useQuery({
    queryKey: [...all, 'directory', q],
    queryFn: ({ signal }) =>
      call(pharmacyEndpoints.listPharmacies, { query: { q, limit: MOST } }, { signal }),
    placeholderData: (previous) => previous,
  });
}

/** To be called after anything that changed who is on duty. */
function useRefresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: all });
}

export function useAddShifts(onAdded: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { night: string; pharmacies: string[] }) =>
      call(pharmacyEndpoints.addDutyShifts, { body }),
    onSuccess: ({ total }) => {
      onAdded();
      toast.success(total === 1 ? 'Garde ajoutée' : 'Gardes ajoutées');
    },
    onError: (error) => toast.error(messageOf(error, 'Erreur lors de la sauvegarde')),
    onSettled: refresh,
  });
}

export function useRemoveShift(onRemoved: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => call(pharmacyEndpoints.deleteDutyShift, { params: { id } }),
    onSuccess: () => {
      onRemoved();
      toast.success('Garde retirée');
    },
    onError: (error) => toast.error(messageOf(error, 'Erreur lors de la suppression')),
    onSettled: refresh,
  });
}

/** Turns a pharmacy's own switch; the wish is named, so that pressed twice it is still the same. */
export function useSwitchDuty() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, onDuty }: { id: string; onDuty: boolean }) =>
      call(pharmacyEndpoints.switchDuty, { params: { id }, body: { onDuty } }),
    onSuccess: () => toast.success('Statut mis à jour'),
    onError: (error) => toast.error(messageOf(error, 'Erreur lors de la mise à jour')),
    onSettled: refresh,
  });
}
