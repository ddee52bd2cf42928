import { addDays } from '@amasin/domain/contract/dates.ts';
import type { CallInput, ResponseBody } from '@amasin/domain/contract/endpoint.ts';
import { WEEK_NIGHTS } from '@amasin/domain/pharmacies/duty-night.ts';
import { pharmacyEndpoints } from '@amasin/domain/pharmacies/endpoints.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, messageOf, SAVE_FAILED } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { countOf } from '../../lib/format.ts';
import { invalidate, keys } from '../../lib/keys.ts';
import { toast } from '../../lib/toast.tsx';
import { useChange } from '../../lib/use-change.ts';

const LIMIT = 200;
/** More rows than this are not searched through by eye. */
const FOUND_LIMIT = 30;

export type DutyWeek = ResponseBody<typeof pharmacyEndpoints.listDutyShifts>;

/** The shifts of the week that begins on this date, and of the week before. */
export function useDutyWeek(from: string) {
  const query = { from: addDays(from, -WEEK_NIGHTS), to: addDays(from, WEEK_NIGHTS - 1) };
  return useQuery({
    queryKey: keys.pharmacies.of('shifts', from),
    queryFn: ({ signal }) => call(pharmacyEndpoints.listDutyShifts, { query }, { signal }),
  });
}

/** The pharmacies on duty at this moment, by a shift or by their own switch. */
export function useOnDutyNow() {
  return useQuery({
    queryKey: keys.pharmacies.of('onDuty', null),
    queryFn: ({ signal }) => call(pharmacyEndpoints.listOnDuty, { query: { limit: LIMIT } }, { signal }),
  });
}

/** Pharmacies of the directory whose name or address contains this; none for an empty text. */
export function useDirectory(q: string) {
  return useQuery({
    queryKey: keys.pharmacies.of('directory', q),
    queryFn: ({ signal }) =>
      call(pharmacyEndpoints.listPharmacies, { query: { q, limit: FOUND_LIMIT } }, { signal }),
    placeholderData: (previous) => previous,
    enabled: q !== '',
  });
}

/** Adds the shifts of the week before to the week that begins on this date. */
export function useCopyWeek(onDone: () => void) {
  return useChange({
    resource: 'pharmacies',
    mutationFn: (from: string) => call(pharmacyEndpoints.copyDutyWeek, { body: { from } }),
    done: ({ added }) =>
      added === 0 ? 'Toutes les gardes y étaient déjà' : `${countOf(added, 'garde')} en plus`,
    onDone,
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

/** Finds the names of a list in the directory; nothing is written. */
export function useReadList() {
  return useMutation({
    mutationFn: (body: { text: string; week: string }) => call(pharmacyEndpoints.readDutyList, { body }),
    onError: (error) => toastUnless(error, 'text', 'Erreur lors du chargement'),
  });
}

/** Writes the confirmed shifts of a list. */
export function useImportList(onDone: (added: number) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<typeof pharmacyEndpoints.importDutyList>['body']) =>
      call(pharmacyEndpoints.importDutyList, { body }),
    onSuccess: ({ added }) => onDone(added),
    onError: (error) => toastUnless(error, 'date', SAVE_FAILED),
    onSettled: () => invalidate(queries, 'pharmacies'),
  });
}

/** The server's message for a field, if it refused that field. */
export function fieldError(error: Error | null, field: string): string | undefined {
  return error instanceof ApiError ? error.fields[field] : undefined;
}

/** Shows what is not shown at its field. */
function toastUnless(error: Error, shown: string, fallback: string): void {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  const other = fields.find(([field]) => field !== shown && field !== 'source');
  if (fields.length === 0 || other !== undefined) toast.error(other?.[1] ?? messageOf(error, fallback));
}
