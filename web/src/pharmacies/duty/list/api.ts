import type { CallInput } from '@amasin/domain/contract/endpoint.ts';
import { pharmacyEndpoints } from '@amasin/domain/pharmacies/endpoints.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { invalidate } from '../../../lib/keys.ts';
import { toast } from '../../../lib/toast.tsx';

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
    onError: (error) => toastUnless(error, 'date', 'Erreur lors de la sauvegarde'),
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
