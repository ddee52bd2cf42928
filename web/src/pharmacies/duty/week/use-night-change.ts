import { pharmacyEndpoints } from '@amasin/domain/pharmacies/endpoints.ts';
import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { invalidate, keys } from '../../../lib/keys.ts';
import { toast } from '../../../lib/toast.tsx';
import type { DutyWeek } from '../api.ts';
import { type DutyPharmacy, isWholeNight, nightName } from './week.ts';

const changeKey = ['pharmacies', 'night'] as const;

export type NightChange = { pharmacy: DutyPharmacy; date: string; onDuty: boolean };

/** Identifies a pharmacy and a night. */
export const cellOf = (pharmacy: DutyPharmacy, date: string) => `${pharmacy._id} ${date}`;

/** The changes that the server has not answered yet, by `cellOf`; they are shown as if they were done. */
export function usePendingNights(): ReadonlyMap<string, boolean> {
  const changes = useMutationState({
    filters: { mutationKey: changeKey, status: 'pending' },
    select: ({ state }) => state.variables as NightChange,
  });
  return new Map(changes.map(({ pharmacy, date, onDuty }) => [cellOf(pharmacy, date), onDuty]));
}

/** Adds or removes the shift of one pharmacy in one night. Changes of the same cell are sent one after the other. */
export function useNightChange(pharmacy: DutyPharmacy, date: string, week: string) {
  const queries = useQueryClient();
  const queryKey = keys.pharmacies.shifts(week);
  const { mutate } = useMutation({
    mutationKey: changeKey,
    scope: { id: cellOf(pharmacy, date) },
    mutationFn: (change: NightChange) => (change.onDuty ? add(change) : remove(find(queries, week, change))),
    onSuccess: async ({ added, removed }) => {
      // A pending response may be older than this change.
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<DutyWeek>(queryKey, (before) => {
        if (before === undefined) return before;
        const changed = new Set([...added.map(({ _id }) => _id), removed]);
        const dutyShifts = [...before.dutyShifts.filter(({ _id }) => !changed.has(_id)), ...added];
        return { dutyShifts, total: dutyShifts.length };
      });
    },
    onError: (error) => {
      const [reason = messageOf(error, 'Erreur lors de la mise à jour')] =
        error instanceof ApiError ? Object.values(error.fields) : [];
      toast.error(`${pharmacy.name}, ${nightName(date)}. ${reason}`);
    },
    onSettled: async () => {
      // While another change is pending, the server's state is older than what is shown.
      if (queries.isMutating({ mutationKey: changeKey }) === 1) await invalidate(queries, 'pharmacies');
    },
  });
  return (onDuty: boolean) => mutate({ pharmacy, date, onDuty });
}

type Changed = { added: DutyWeek['dutyShifts']; removed: string | null };

async function add({ pharmacy, date }: NightChange): Promise<Changed> {
  const body = { night: date, pharmacies: [pharmacy._id] };
  const { dutyShifts } = await call(pharmacyEndpoints.addDutyShifts, { body });
  return { added: dutyShifts, removed: null };
}

async function remove(id: string | null): Promise<Changed> {
  if (id !== null) {
    await call(pharmacyEndpoints.deleteDutyShift, { params: { id } }).catch((error) => {
      // Someone else has removed it already.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    });
  }
  return { added: [], removed: id };
}

/** The id of the shift of this pharmacy and night, as it is when the change is sent. */
function find(queries: QueryClient, week: string, { pharmacy, date }: NightChange): string | null {
  const shifts = queries.getQueryData<DutyWeek>(keys.pharmacies.shifts(week))?.dutyShifts;
  return shifts?.find((one) => one.pharmacy._id === pharmacy._id && isWholeNight(date, one))?._id ?? null;
}
