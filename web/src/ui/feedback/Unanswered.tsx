import { QueryState } from './QueryState.tsx';

type Query = Parameters<typeof QueryState>[0];

/** The former name of `QueryState`, until users/accounts imports the new one. */
export function Unanswered({ asked, ...shape }: Omit<Query, 'query'> & { asked: Query['query'] }) {
  return <QueryState query={asked} {...shape} />;
}
