import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { LOOKUP_FROM, readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError, isTransient } from '../lib/api/api-error.ts';
import { call } from '../lib/api/call.ts';
import { keys } from '../lib/api/keys.ts';

/** A pause in the typing, ms: on a slow line every digit would be a request. */
const PAUSE_MS = 300;
/** How long an answer is believed: each whole number that is not found counts as a miss (RULES 18). */
const BELIEVED_MS = 60_000;
const TRIES = 3;

const searchOf = (code: string) => ({
  queryKey: keys.prescriptions.search(code),
  queryFn: ({ signal }: { signal: AbortSignal }) => search(code, signal),
  staleTime: BELIEVED_MS,
  // Off line it fails and is said, instead of waiting for a network with somebody's tap behind it.
  networkMode: 'always' as const,
});

/** Null: there is none that can be ordered. */
async function search(number: string, signal: AbortSignal): Promise<Prescription | null> {
  try {
    const answer = await call(prescriptionEndpoints.searchPrescription, { params: { number } }, { signal });
    return answer.prescription;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NO_PRESCRIPTION') return null;
    throw error;
  }
}

const normalised = (text: string): string => readPrescriptionNumber(text) ?? text.trim();

/** What stands behind a code while it is typed, from 3 characters (SPEC 5); `prescription` is undefined until known. */
export function usePrescriptionLookup(text: string) {
  const code = normalised(text);
  const [paused] = useDebouncedValue(code, PAUSE_MS);
  const isLong = code.length >= LOOKUP_FROM;
  const isBehind = code !== paused;
  const found = useQuery({
    ...searchOf(paused),
    enabled: isLong && !isBehind,
    retry: (failures, error) => navigator.onLine && failures < TRIES && isTransient(error),
    // Coming back to the screen is no new guess.
    refetchOnWindowFocus: false,
    refetchOnReconnect: (query) => query.state.status === 'error',
  });
  const isAsked = isLong && !isBehind;
  return {
    prescription: isAsked ? found.data : undefined,
    /** It will be known, or refused. */
    isLooking: isLong && (isBehind || found.isPending),
    error: isAsked && found.data === undefined ? found.error : null,
    retry: () => void found.refetch(),
  };
}

export type PrescriptionLookup = ReturnType<typeof usePrescriptionLookup>;

/** Looks a code up, or joins the look-up that is under way. Throws the server's refusal, but not « none found ». */
export function useFindPrescription() {
  const queries = useQueryClient();
  return useCallback(
    (text: string) => queries.fetchQuery({ ...searchOf(normalised(text)), retry: false }),
    [queries],
  );
}
