import { clampRadius, DEFAULT_RADIUS_KM } from '@amasin/domain/pharmacies/search-radius.ts';

/** What is looked for among the pharmacies. Lives in the address of the page; where the person stands does not. */
export type Choice = {
  radius: number;
  /** Only those on duty, however far. */
  duty: boolean;
};

export const nothingChosen: Choice = { radius: DEFAULT_RADIUS_KM, duty: false };

/** Reads an address; what the server would not take counts as not given. */
export function readChoice(search: URLSearchParams): Choice {
  const written = search.get('radius') ?? '';
  const radius = /^\d{1,3}$/.test(written) ? clampRadius(Number(written)) : DEFAULT_RADIUS_KM;
  return { radius, duty: search.get('duty') === '1' };
}

/** The address with this changed; everything else in it stays, and what is as usual is not written. */
export function withChoice(search: URLSearchParams, change: Partial<Choice>): URLSearchParams {
  const next = new URLSearchParams(search);
  const { radius, duty } = { ...readChoice(search), ...change };
  if (radius === DEFAULT_RADIUS_KM) next.delete('radius');
  else next.set('radius', `${radius}`);
  if (duty) next.set('duty', '1');
  else next.delete('duty');
  return next;
}
