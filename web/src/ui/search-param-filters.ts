import { isUuid } from '@amasin/domain/contract/uuid.ts';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

type Value = string | number | boolean;
/** Reads one filter from its search param ('' if absent). A value that the server would refuse becomes the default. */
type Reader = (text: string) => Value;
type FiltersOf<R> = { [K in keyof R]: R[K] extends (text: string) => infer V ? V : never };

const PAGE_MAX = 10_000;

export const readers = {
  text: (max: number) => (text: string) => text.slice(0, max),
  id: (text: string) => (isUuid(text) ? text : ''),
  page: (text: string) => (/^\d+$/.test(text) ? clampPage(Number(text)) : 1),
  flag: (text: string) => text === '1',
  oneOf:
    <const V extends string>(values: readonly V[]) =>
    (text: string): NoInfer<V> | '' =>
      values.find((value) => value === text) ?? '',
};

const clampPage = (page: number) => (page > 0 && page < PAGE_MAX ? page : 1);

/** The filters of a list, by their search params. `mend` resolves contradictory ones. */
export function searchParamFilters<R extends Readonly<Record<string, Reader>>>(
  read: R,
  mend: (filters: FiltersOf<R>) => FiltersOf<R> = (filters) => filters,
): SearchParamFilters<FiltersOf<R>> {
  type F = FiltersOf<R>;
  const readAll = (textOf: (name: string) => string) =>
    Object.fromEntries(Object.entries(read).map(([name, reader]) => [name, reader(textOf(name))]));
  const none = readAll(() => '');
  const isOn = ([name, value]: [string, Value]) =>
    name !== 'page' &&
    name !== 'size' &&
    value !== none[name] &&
    (typeof value !== 'string' || value.trim() !== none[name]);
  return {
    none: none as F,
    read: (search) => mend(readAll((name) => search.get(name) ?? '') as F),
    write: (search, part) => {
      const next = new URLSearchParams(search);
      const first = none.page === undefined ? {} : { page: none.page };
      for (const [name, value] of Object.entries<Value>({ ...first, ...(part as object) })) {
        if (value === none[name]) next.delete(name);
        else next.set(name, value === true ? '1' : String(value));
      }
      return next;
    },
    isFiltered: (filters) => Object.entries<Value>(filters as Record<string, Value>).some(isOn),
  };
}

export type SearchParamFilters<F> = {
  none: F;
  read: (search: URLSearchParams) => F;
  /** The URL with these filters changed. Changing a filter resets the page; other parameters remain. */
  write: (search: URLSearchParams, part: Partial<F>) => URLSearchParams;
  isFiltered: (filters: F) => boolean;
};

/** The filters in the URL. Changing them replaces the history entry, so that Back leaves the page. */
export function useSearchParamFilters<F>(set: SearchParamFilters<F>) {
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => set.read(search), [set, search]);
  const change = useCallback(
    (part: Partial<F>) =>
      // Reads the current URL: a row may have been opened during the debounce.
      setSearch(set.write(new URLSearchParams(window.location.search), part), {
        replace: true,
        preventScrollReset: true,
      }),
    [set, setSearch],
  );
  return {
    filters,
    isFiltered: set.isFiltered(filters),
    change,
    clear: useCallback(() => change(set.none), [change, set]),
    /** Props of a link that changes filters. */
    linkTo: (part: Partial<F>) => ({
      to: { search: set.write(search, part).toString() },
      replace: true,
      preventScrollReset: true,
    }),
  };
}
