import type { CallInput } from '@amasin/domain/contract/endpoint.ts';
import { type Inquiry, inquiryEndpoints } from '@amasin/domain/inquiries/endpoints.ts';
import { isOpenInquiry } from '@amasin/domain/inquiries/inquiry.ts';
import {
  notifyManager,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { timeNow } from '../lib/clock.ts';
import { invalidate, keys } from '../lib/keys.ts';

/** What the pharmacy is asked and what it keeps, the oldest first. */
export function useInquiries() {
  return useQuery({
    queryKey: keys.inquiries.lists,
    queryFn: ({ signal }) =>
      call(inquiryEndpoints.listInquiries, {}, { signal }).then(({ inquiries }) => inquiries),
    refetchOnWindowFocus: 'always',
  });
}

/** Nobody at the pharmacy has seen it. */
export const isUnseen = ({ state, seenAt }: Inquiry): boolean => isOpenInquiry(state) && seenAt === null;

function cacheInquiry(queries: QueryClient, id: string, change: (inquiry: Inquiry) => Inquiry): void {
  queries.setQueryData<Inquiry[]>(keys.inquiries.lists, (before) =>
    before?.map((one) => (one._id === id ? change(one) : one)),
  );
}

/** Says that somebody has seen an inquiry. It is silent at once; where that could not be sent, it rings again when the list is read. */
export function useSeeInquiry() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(inquiryEndpoints.seeInquiry, { params: { id } }),
    onMutate: async (id) => {
      // A pending response would make it ring again.
      await queries.cancelQueries({ queryKey: keys.inquiries.lists });
      const seenAt = new Date(timeNow()).toISOString();
      cacheInquiry(queries, id, (one) => ({ ...one, seenAt: one.seenAt ?? seenAt }));
    },
    onSettled: () => void invalidate(queries, 'inquiries'),
  });
}

export type SentLine = CallInput<typeof inquiryEndpoints.answerInquiry>['body']['lines'][number];

export interface Answer<Written> {
  readonly lines: readonly SentLine[];
  /** All lines are answered. */
  readonly done: boolean;
  /** What is sent by it, as it was written. */
  readonly written: readonly Written[];
}

type Outcome<Written> = {
  onSent: (answer: Answer<Written>) => void;
  onFailed: (error: Error, answer: Answer<Written>) => void;
};

/** Answers an inquiry, one call after the other: the last thing that was chosen of a line must be what stays. */
export function useAnswerInquiry<Written>(id: string, { onSent, onFailed }: Outcome<Written>) {
  const queries = useQueryClient();
  return useMutation({
    scope: { id: `inquiry-${id}` },
    mutationFn: ({ lines, done }: Answer<Written>) =>
      call(inquiryEndpoints.answerInquiry, { params: { id }, body: { lines: [...lines], done } }),
    onSuccess: async ({ inquiry }, answer) => {
      await queries.cancelQueries({ queryKey: keys.inquiries.lists });
      cacheInquiry(queries, id, () => inquiry);
      // After those who show the list have it: what is sent would else be away for a moment.
      notifyManager.schedule(() => onSent(answer));
    },
    onError: onFailed,
    onSettled: () => void invalidate(queries, 'inquiries'),
  });
}

/** The medicines that may be given instead of a line, with our prices. */
export function useOffers(id: string, medicationId: string) {
  return useQuery({
    queryKey: keys.inquiries.of('equivalents', id, medicationId),
    queryFn: ({ signal }) =>
      call(inquiryEndpoints.listOffers, { params: { id }, query: { medicationId } }, { signal }).then(
        ({ equivalents }) => equivalents,
      ),
  });
}
