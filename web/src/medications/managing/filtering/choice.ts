import { isDay } from '@amasin/domain/contract/dates.ts';

/** What is looked for in the catalogue; an empty text is no filter. Lives in the address of the page. */
export type Choice = {
  /** Part of a name. */
  q: string;
  /** Id of who added it. */
  createdBy: string;
  /** Days of Benin, both included. */
  from: string;
  to: string;
  reviewed: 'true' | 'false' | '';
  page: number;
};

const QUERY_MAX = 80;
const PAGE_MAX = 10_000;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads the filters of an address; what the server would refuse counts as not given. */
export function readChoice(search: URLSearchParams): Choice {
  const given = (name: string) => search.get(name) ?? '';
  const page = Number(given('page'));
  const reviewed = given('reviewed');
  const from = isDay(given('from')) ? given('from') : '';
  const to = isDay(given('to')) ? given('to') : '';
  return {
    q: given('q').slice(0, QUERY_MAX),
    createdBy: uuid.test(given('createdBy')) ? given('createdBy') : '',
    from,
    to: from !== '' && to !== '' && to < from ? '' : to,
    reviewed: reviewed === 'true' || reviewed === 'false' ? reviewed : '',
    page: Number.isInteger(page) && page > 0 && page < PAGE_MAX ? page : 1,
  };
}

/** The address with these filters changed; everything else in it stays. Other filters begin at their first page. */
export function withChoice(search: URLSearchParams, change: Partial<Choice>): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries({ page: 1, ...change })) {
    if (value === '' || (name === 'page' && value === 1)) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

export const nothingChosen = { q: '', createdBy: '', from: '', to: '', reviewed: '' } as const;
