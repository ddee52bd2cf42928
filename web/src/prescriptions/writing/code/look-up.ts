import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';

/** Looks a prescription up when asked to, never by itself: ten misses an hour, and an account is stopped (RULES 18). */
export function useLookUp() {
  return useMutation({
    mutationFn: (number: string) =>
      call(prescriptionEndpoints.searchPrescription, { params: { number } }).then(
        ({ prescription }) => prescription,
      ),
  });
}
