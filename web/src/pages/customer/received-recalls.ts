import { lazyWithRetry } from '../../ui/lazy.tsx';

/** Lazy: few people have received what is recalled. */
export const ReceivedRecalls = lazyWithRetry(() =>
  import('../../recalls/ReceivedRecalls.tsx').then((module) => module.ReceivedRecalls),
);
