/** What is looked for among prescriptions; an empty text is no filter. Lives in the address of the page. */
export type Choice = {
  /** Text in the patient's name or in the number. */
  q: string;
  used: 'true' | 'false' | '';
};

const QUERY_MAX = 100;

/** Reads the filters of an address; what the server would refuse counts as not given. */
export function readChoice(search: URLSearchParams): Choice {
  const used = search.get('used');
  return {
    q: (search.get('q') ?? '').slice(0, QUERY_MAX),
    used: used === 'true' || used === 'false' ? used : '',
  };
}

/** The address with these filters changed; everything else in it stays. */
export function withChoice(search: URLSearchParams, change: Partial<Choice>): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

export const isChosen = ({ q, used }: Choice): boolean => q.trim() !== '' || used !== '';

/** The three filters (SPEC 2), in their order. */
export const uses: readonly { used: Choice['used']; label: string }[] = [
  { used: '', label: 'Toutes' },
  { used: 'true', label: 'Utilisées' },
  { used: 'false', label: 'En attente' },
];
