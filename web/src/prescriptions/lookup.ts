import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { LOOKUP_FROM, readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ApiError, isTransient, messageOf } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';
import { toast } from '../lib/toast.tsx';

/** Debounce, ms. */
const PAUSE_MS = 300;
/** A response stays fresh, because each complete number that is not found counts as an attempt (rule 18). */
const FRESH_MS = 60_000;
const MAX_RETRIES = 3;

const searchOf = (code: string) => ({
  queryKey: keys.prescriptions.of('search', code),
  queryFn: ({ signal }: { signal: AbortSignal }) => search(code, signal),
  staleTime: FRESH_MS,
  // Offline, the request fails at once instead of being paused.
  networkMode: 'always' as const,
});

/** Null when no such prescription can be ordered. */
async function search(number: string, signal: AbortSignal): Promise<Prescription | null> {
  try {
    const response = await call(prescriptionEndpoints.searchPrescription, { params: { number } }, { signal });
    return response.prescription;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NO_PRESCRIPTION') return null;
    throw error;
  }
}

const normalised = (text: string): string => readPrescriptionNumber(text) ?? text.trim();

/** Looks up a code while it is typed, from 3 characters; `prescription` is undefined until loaded. */
export function usePrescriptionLookup(text: string) {
  const code = normalised(text);
  const [paused] = useDebouncedValue(code, PAUSE_MS);
  const isLong = code.length >= LOOKUP_FROM;
  const isTyping = code !== paused;
  const found = useQuery({
    ...searchOf(paused),
    enabled: isLong && !isTyping,
    retry: (failures, error) => navigator.onLine && failures < MAX_RETRIES && isTransient(error),
    // A refetch would count as another attempt.
    refetchOnWindowFocus: false,
    refetchOnReconnect: (query) => query.state.status === 'error',
  });
  const isSearched = isLong && !isTyping;
  const [isRefreshing, setRefreshing] = useState(false);
  const retry = async () => {
    setRefreshing(true);
    const { data, error } = await found.refetch();
    setRefreshing(false);
    // Without a prescription the field shows the error.
    if (data !== undefined && error !== null) toast.error(messageOf(error));
  };
  return {
    prescription: isSearched ? found.data : undefined,
    isLooking: isLong && (isTyping || found.isPending),
    error: isSearched && found.data === undefined ? found.error : null,
    retry: () => void retry(),
    /** The person has asked for it again. A refetch in the background must not take a tap on « Payer ». */
    isRefreshing,
    /** When it was last found. */
    readAt: new Date(found.dataUpdatedAt),
  };
}

export type PrescriptionLookup = ReturnType<typeof usePrescriptionLookup>;

/** Looks up a code, or joins the pending request. Returns null when none is found; throws the server's other refusals. */
export function useFindPrescription() {
  const queries = useQueryClient();
  return useCallback(
    (text: string) => queries.fetchQuery({ ...searchOf(normalised(text)), retry: false }),
    [queries],
  );
}
