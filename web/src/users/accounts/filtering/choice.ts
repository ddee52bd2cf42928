import { readUserType, type UserType } from '@amasin/domain/users/user-type.ts';

/** What is looked for among the accounts; an empty text is no filter. Lives in the address of the page. */
export type Choice = {
  /** Part of a name, of an e-mail or of a telephone. */
  q: string;
  type: UserType | '';
  active: 'true' | 'false' | '';
  page: number;
};

const QUERY_MAX = 100;
const PAGE_MAX = 10_000;

/** Reads the filters of an address; what the server would refuse counts as not given. */
export function readChoice(search: URLSearchParams): Choice {
  const active = search.get('active');
  const page = Number(search.get('page'));
  return {
    q: (search.get('q') ?? '').slice(0, QUERY_MAX),
    type: readUserType(search.get('type') ?? '') ?? '',
    active: active === 'true' || active === 'false' ? active : '',
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

export const nothingChosen = { q: '', type: '', active: '' } as const;
