import type { CallInput } from '@amasin/domain/contract/endpoint.ts';
import { recallEndpoints } from '@amasin/domain/recalls/endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';
import { onLive } from '../lib/live.ts';
import { useChange } from '../lib/use-change.ts';

/** Recalls are of medicines: what changes one reads both again. */
const recallKey = (name: string) => [...keys.medications.all, 'recalls', name];

/** The recalls with what became of them, the latest first. */
export function useRecalls() {
  return useQuery({
    queryKey: recallKey('all'),
    queryFn: ({ signal }) => call(recallEndpoints.listRecalls, {}, { signal }).then(({ recalls }) => recalls),
    refetchOnWindowFocus: 'always',
  });
}

export const createRecall = (body: CallInput<typeof recallEndpoints.createRecall>['body']) =>
  call(recallEndpoints.createRecall, { body });

/** A recall with what each pharmacy has answered. */
export function useRecall(id: string) {
  return useQuery({
    queryKey: recallKey(id),
    queryFn: ({ signal }) => call(recallEndpoints.readRecall, { params: { id } }, { signal }),
  });
}

export function useLiftRecall(id: string, onDone: () => void) {
  return useChange({
    resource: 'medications',
    mutationFn: () => call(recallEndpoints.liftRecall, { params: { id } }),
    done: 'Rappel levé',
    onDone,
  });
}

/** How many of the lines that each pharmacy prepared have their batch. */
export function useWrittenBatches() {
  return useQuery({
    queryKey: recallKey('written'),
    queryFn: ({ signal }) =>
      call(recallEndpoints.listWrittenBatches, {}, { signal }).then(({ pharmacies }) => pharmacies),
  });
}

/** Reads these again when a notification arrives: nothing else tells an open page of a recall. */
function useWhenTold(name: string): void {
  const queries = useQueryClient();
  useEffect(
    () => onLive('notification', () => void queries.invalidateQueries({ queryKey: recallKey(name) })),
    [queries, name],
  );
}

/** The recalls of what the customer received. */
export function useReceivedRecalls() {
  useWhenTold('received');
  return useQuery({
    queryKey: recallKey('received'),
    queryFn: ({ signal }) =>
      call(recallEndpoints.listReceivedRecalls, {}, { signal }).then(({ recalls }) => recalls),
  });
}

export function useAnswerRecall(id: string) {
  return useChange({
    resource: 'medications',
    mutationFn: (kept: boolean | null) =>
      call(recallEndpoints.answerRecall, { params: { id }, body: { kept } }),
    done: 'C’est noté, merci',
  });
}

/** The open recalls, for the pharmacy that prepares. */
export function usePharmacyRecalls() {
  useWhenTold('toPrepare');
  return useQuery({
    queryKey: recallKey('toPrepare'),
    queryFn: ({ signal }) =>
      call(recallEndpoints.listPharmacyRecalls, {}, { signal }).then(({ recalls }) => recalls),
    refetchOnWindowFocus: 'always',
  });
}

export function useAnswerStock(id: string) {
  return useChange({
    resource: 'medications',
    mutationFn: (boxes: number) => call(recallEndpoints.answerStock, { params: { id }, body: { boxes } }),
    done: 'Réponse envoyée, merci',
  });
}
