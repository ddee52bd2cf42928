import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf, SAVE_FAILED } from './api-error.ts';
import { invalidate, type Resource } from './keys.ts';
import { toast } from './toast.tsx';

type Change<Input, Result> = {
  /** Reloaded after a change, and after a failure: somebody else may have changed them. */
  resource: Resource | readonly Resource[];
  mutationFn: (input: Input) => Promise<Result>;
  /** Text of the toast; no toast without it. */
  done?: string | ((result: Result, input: Input) => string);
  failed?: string;
  /** Shows the result at once: nobody waits for the reload then. */
  cache?: (queries: QueryClient, result: Result) => void;
  onDone?: (result: Result, input: Input) => void;
  onFailed?: (error: Error, input: Input) => void;
};

/**
 * Changes something on the server and says the outcome in a toast; pending until what shows it is reloaded. What is shown before
 * the server answers, or says its failure in place, uses `useMutation` itself.
 */
export function useChange<Input, Result>(change: Change<Input, Result>) {
  const { resource, mutationFn, done, failed = SAVE_FAILED, cache, onDone, onFailed } = change;
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (result, input) => {
      cache?.(queries, result);
      onDone?.(result, input);
      if (done !== undefined) toast.success(typeof done === 'string' ? done : done(result, input));
    },
    onError: (error, input) => {
      toast.error(messageOf(error, failed));
      onFailed?.(error, input);
    },
    onSettled: () => {
      const reloaded = invalidate(queries, ...[resource].flat());
      return cache === undefined ? reloaded : undefined;
    },
  });
}
