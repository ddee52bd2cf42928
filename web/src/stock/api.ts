import type { Endpoint, ResponseBody } from '@amasin/domain/contract/endpoint.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '@amasin/domain/contract/paging.ts';
import type { FileEncoding } from '@amasin/domain/imports/encodings.ts';
import { SEARCH_MAX } from '@amasin/domain/medications/search-text.ts';
import { MAX_RADIUS_KM } from '@amasin/domain/pharmacies/search-radius.ts';
import { stockEndpoints } from '@amasin/domain/stock/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';
import { sendForm } from '../lib/send-form.ts';
import { useChange } from '../lib/use-change.ts';
import type { Position } from '../pharmacies/use-position.ts';
import { readers, searchParamFilters } from '../ui/search-param-filters.ts';

export const stockFilters = searchParamFilters({ q: readers.text(SEARCH_MAX), page: readers.page });

/** One page of the own list, with when it was seen. */
export function useStock({ q, page }: typeof stockFilters.none) {
  const query = { page, limit: PAGE_SIZE, ...(q.trim() === '' ? {} : { q: q.trim() }) };
  return useQuery({
    queryKey: keys.stock.list(query),
    queryFn: ({ signal }) => call(stockEndpoints.readStock, { query }, { signal }),
    placeholderData: (previous) => previous,
  });
}

export function useSwitchStock() {
  return useChange({
    resource: 'stock',
    mutationFn: ({ id, there }: { id: string; there: boolean }) =>
      call(stockEndpoints.switchStock, { params: { id }, body: { there } }),
  });
}

export function useStockKeys() {
  return useQuery({
    queryKey: keys.stock.detail('keys'),
    queryFn: ({ signal }) => call(stockEndpoints.listStockKeys, {}, { signal }),
  });
}

export const createKey = (name: string) => call(stockEndpoints.createStockKey, { body: { name } });

export function useWithdrawKey(onDone: () => void) {
  return useChange({
    resource: 'stock',
    mutationFn: (id: string) => call(stockEndpoints.withdrawStockKey, { params: { id } }),
    done: 'Clé retirée',
    onDone,
  });
}

/** The pharmacies around a point that have a medicine; signed in, also one that requires a prescription. */
export function useStocked(id: string, { point, own }: Position, isSignedIn: boolean) {
  const endpoint = isSignedIn ? stockEndpoints.findStocked : stockEndpoints.findStockedPublicly;
  const query = { ...point, radius: MAX_RADIUS_KM, limit: MAX_PAGE_SIZE };
  return useQuery({
    queryKey: keys.pharmacies.list({ id, isSignedIn, ...query }),
    queryFn: ({ signal }) => call(endpoint, { params: { id }, query }, { signal }),
    // A distance from the town centre means nothing to the person.
    select: (found) =>
      own ? found : { ...found, pharmacies: found.pharmacies.map((one) => ({ ...one, distance: null })) },
  });
}

/** The bytes are kept as they were chosen, so that what is taken is what was previewed. */
export type ChosenList = {
  file: Blob;
  /** Null until it was asked for. */
  encoding: FileEncoding | null;
};

export const fetchPreview = async (given: ChosenList) =>
  (await send(stockEndpoints.previewStock, given, {})).preview;

/** @param anyway takes prices too that wait for a confirmation */
export const replaceList = async (given: ChosenList, digest: string, anyway: boolean) =>
  (await send(stockEndpoints.replaceStock, given, { digest, ...(anyway && { anyway: '1' }) })).report;

function send<E extends Endpoint>(
  endpoint: E,
  { file, encoding }: ChosenList,
  more: Readonly<Record<string, string>>,
): Promise<ResponseBody<E>> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...more, ...(encoding !== null && { encoding }) }))
    body.set(name, value);
  body.set('file', file, 'liste.csv');
  return sendForm(endpoint, {}, body);
}
