import { feedbackEndpoints } from '@amasin/domain/feedback/endpoints.ts';
import type { FeedbackAnswer, FeedbackOutcome } from '@amasin/domain/feedback/feedback.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';
import { useLongList } from '../lib/lists.ts';
import { useChange } from '../lib/use-change.ts';

/** What the customer has answered about an order. */
export function useFeedback(orderId: string) {
  return useQuery({
    queryKey: keys.feedback.detail(orderId),
    queryFn: ({ signal }) =>
      call(feedbackEndpoints.readFeedback, { params: { id: orderId } }, { signal }).then(
        (body) => body.feedback,
      ),
  });
}

export function useGiveFeedback(orderId: string, onDone: () => void) {
  return useChange({
    resource: 'feedback',
    mutationFn: (body: FeedbackAnswer) =>
      call(feedbackEndpoints.giveFeedback, { params: { id: orderId }, body }).then(
        ({ feedback }) => feedback,
      ),
    cache: (queries, feedback) => queries.setQueryData(keys.feedback.detail(orderId), feedback),
    done: 'Merci, c’est noté',
    onDone,
  });
}

type Page = Awaited<ReturnType<typeof fetchPage>>;

const fetchPage = (isHandled: boolean, page: number, signal: AbortSignal) =>
  call(feedbackEndpoints.listFeedback, { query: { handled: isHandled ? 'true' : '', page } }, { signal });

const rowsOf = ({ feedback }: Page) => feedback;

/** What was wrong: to handle, or handled. */
export function useFeedbackList(isHandled: boolean) {
  return useLongList({
    queryKey: keys.feedback.list({ isHandled }),
    fetchPage: (page, signal) => fetchPage(isHandled, page, signal),
    rowsOf,
  });
}

export function useHandleFeedback(id: string) {
  return useChange({
    resource: ['feedback', 'orders'],
    mutationFn: (body: FeedbackOutcome) => call(feedbackEndpoints.handleFeedback, { params: { id }, body }),
    done: 'Noté, le client est prévenu',
  });
}

export function useFeedbackCounts() {
  return useQuery({
    queryKey: keys.feedback.detail('counts'),
    queryFn: ({ signal }) =>
      call(feedbackEndpoints.countFeedback, {}, { signal }).then(({ counts }) => counts),
  });
}
