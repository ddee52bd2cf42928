import { isDay } from '@amasin/domain/contract/dates.ts';
import type { CallInput, ResponseBody } from '@amasin/domain/contract/endpoint.ts';
import { onceUsed } from '@amasin/domain/contract/format.ts';
import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { quoted } from '../lib/format.ts';
import { keys } from '../lib/keys.ts';
import { listOf } from '../lib/lists.ts';
import { useChange } from '../lib/use-change.ts';
import { readers, searchParamFilters } from '../ui/search-param-filters.ts';

/** Larger pages than the usual one. */
export const pageSizes = ['20', '50', '100'] as const;

const readDay = (text: string) => (isDay(text) ? text : '');

export const medicationFilters = searchParamFilters(
  {
    /** Part of a name. */
    q: readers.text(80),
    createdBy: readers.id,
    /** Days in Benin time, both inclusive. */
    from: readDay,
    to: readDay,
    reviewed: readers.oneOf(['true', 'false']),
    /** Medicines on a page; PAGE_SIZE without it. */
    size: readers.oneOf(pageSizes),
    page: readers.page,
  },
  (filters) => (filters.to !== '' && filters.to < filters.from ? { ...filters, to: '' } : filters),
);

export type MedicationFilters = typeof medicationFilters.none;

const day = onceUsed(() => new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' }));
const formatDay = (iso: string) => day().format(new Date(iso));

/** French descriptions of the active filters, for the count line. */
export function describeFilters(
  { q, createdBy, from, to, reviewed }: MedicationFilters,
  creator?: string,
): string[] {
  const texts: string[] = [];
  if (q.trim() !== '') texts.push(quoted(q.trim()));
  if (createdBy !== '') texts.push(`Créateur : ${creator ?? 'autre'}`);
  if (from !== '') texts.push(`depuis le ${formatDay(from)}`);
  if (to !== '') texts.push(`jusqu’au ${formatDay(to)}`);
  if (reviewed !== '') texts.push(reviewed === 'true' ? 'Vérifiés' : 'À vérifier');
  return texts;
}

/** Medicines on a page of the table, until another size is chosen. */
export const PAGE_SIZE = 5;

export const sizeOf = ({ size }: Pick<MedicationFilters, 'size'>): number =>
  size === '' ? PAGE_SIZE : Number(size);

export type Creator = ResponseBody<typeof medicationEndpoints.listMedicationCreators>['creators'][number];

/** One page of the filtered catalogue; the previous page remains while it loads. */
export function useMedications(filters: MedicationFilters) {
  const query = useQuery({
    queryKey: keys.medications.list(filters),
    queryFn: ({ signal }) => {
      const { size: _, ...query } = filters;
      return call(
        medicationEndpoints.listMedications,
        { query: { ...query, limit: sizeOf(filters) } },
        { signal },
      );
    },
    placeholderData: (previous) => previous,
  });
  return listOf(query, query.data?.medications, query.data?.total);
}

/** The creators of medicines, for the filter. */
export function useCreators() {
  return useQuery({
    queryKey: keys.medications.of('creators'),
    queryFn: ({ signal }) =>
      call(medicationEndpoints.listMedicationCreators, {}, { signal }).then(({ creators }) => creators),
  });
}

/** Approves a medicine, so that customers find it. */
export function useApproveMedication() {
  return useChange({
    resource: 'medications',
    mutationFn: ({ _id }: Medication) =>
      call(medicationEndpoints.updateMedication, { params: { id: _id }, body: { reviewed: true } }),
    done: 'Médicament modifié',
    failed: 'Erreur sauvegarde',
  });
}

export function useDeleteMedication(onDone: () => void) {
  return useChange({
    resource: 'medications',
    mutationFn: (id: string) => call(medicationEndpoints.deleteMedication, { params: { id } }),
    done: 'Médicament supprimé',
    failed: 'Erreur suppression',
    onDone,
  });
}

type Change = CallInput<typeof medicationEndpoints.updateMedication>['body'];
type New = CallInput<typeof medicationEndpoints.createMedication>['body'];

export const createMedication = (body: New) => call(medicationEndpoints.createMedication, { body });

export const changeMedication = (id: string, body: Change) =>
  call(medicationEndpoints.updateMedication, { params: { id }, body });
