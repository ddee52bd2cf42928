import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import type { MedicationForm } from '@amasin/domain/medications/form.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/api/call.ts';
import { invalidate } from '../lib/api/keys.ts';

type NewMedication = { label: string; form: MedicationForm; price: number };

/** Adds to the catalogue; what was searched and not found is searched again. */
export function useCreateMedication() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewMedication) =>
      call(medicationEndpoints.createMedication, { body }).then(({ medication }) => medication),
    onSettled: () => void invalidate(queries, 'medications'),
  });
}
