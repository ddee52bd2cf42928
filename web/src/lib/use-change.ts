import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from './api-error.ts';
import { invalidate, type Resource } from './keys.ts';
import { toast } from './toast.tsx';

type Change<Input, Result> = {
  resource: Resource;
  mutationFn: (input: Input) => Promise<Result>;
  /** Texts of the toasts. */
  done: string;
  failed: string;
  onDone?: (result: Result) => void;
};

/** Changes a resource, shows the outcome in a toast, and stays pending until its queries are refetched. */
export function useChange<Input, Result>({
  resource,
  mutationFn,
  done,
  failed,
  onDone,
}: Change<Input, Result>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (result) => {
      onDone?.(result);
      toast.success(done);
    },
    onError: (error) => toast.error(messageOf(error, failed)),
    onSettled: () => invalidate(queries, resource),
  });
}
