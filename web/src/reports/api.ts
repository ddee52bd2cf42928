import type { CallInput } from '@amasin/domain/contract/endpoint.ts';
import { reportEndpoints } from '@amasin/domain/reports/endpoints.ts';
import type { ReportState } from '@amasin/domain/reports/kinds.ts';
import type { ReportClosing, ReportDeclared } from '@amasin/domain/reports/report.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, callFile } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';
import { useLongList } from '../lib/lists.ts';
import { randomName } from '../lib/stored.ts';
import { useChange } from '../lib/use-change.ts';

/** What the customer has reported of an order. */
export function useOwnReports(orderId: string) {
  return useQuery({
    queryKey: keys.reports.list({ orderId }),
    queryFn: ({ signal }) =>
      call(reportEndpoints.listOwnReports, { params: { id: orderId } }, { signal }).then(
        ({ reports }) => reports,
      ),
  });
}

export type ReportInput = CallInput<typeof reportEndpoints.sendReport>['body'];

/** Sends a report; the same one sent again after a failure is stored once. */
export function useSendReport(orderId: string, onDone: () => void) {
  const attempt = useRef({ body: '', key: '' });
  const keyOf = (body: ReportInput) => {
    const text = JSON.stringify(body);
    if (attempt.current.body !== text) attempt.current = { body: text, key: randomName() };
    return attempt.current.key;
  };
  return useChange({
    resource: 'reports',
    mutationFn: (body: ReportInput) =>
      call(reportEndpoints.sendReport, { params: { id: orderId }, body }, { idempotencyKey: keyOf(body) }),
    done: 'Signalement envoyé',
    failed: 'Le signalement n’est pas envoyé',
    onDone,
  });
}

type Page = Awaited<ReturnType<typeof fetchPage>>;

const fetchPage = (state: ReportState, page: number, signal: AbortSignal) =>
  call(reportEndpoints.listReports, { query: { state, page } }, { signal });

const rowsOf = ({ reports }: Page) => reports;

export function useReports(state: ReportState) {
  return useLongList({
    queryKey: keys.reports.list({ state }),
    fetchPage: (page, signal) => fetchPage(state, page, signal),
    rowsOf,
  });
}

export function useReport(id: string) {
  return useQuery({
    queryKey: keys.reports.detail(id),
    queryFn: ({ signal }) =>
      call(reportEndpoints.readReport, { params: { id } }, { signal }).then(({ report }) => report),
    refetchOnWindowFocus: 'always',
  });
}

export function useTakeReport(id: string) {
  return useChange({
    resource: 'reports',
    mutationFn: (replaces: string | null) =>
      call(reportEndpoints.takeReport, { params: { id }, body: { replaces } }),
    done: 'Signalement pris',
  });
}

export const writeFacts = (id: string, body: CallInput<typeof reportEndpoints.writeFacts>['body']) =>
  call(reportEndpoints.writeFacts, { params: { id }, body });

export function useNoteDeclared(id: string) {
  return useChange({
    resource: 'reports',
    mutationFn: (body: ReportDeclared) => call(reportEndpoints.noteDeclared, { params: { id }, body }),
    done: 'Déclaration notée',
  });
}

export function useCloseReport(id: string) {
  return useChange({
    resource: 'reports',
    mutationFn: (body: ReportClosing) => call(reportEndpoints.closeReport, { params: { id }, body }),
    done: 'Signalement clos',
  });
}

export const fetchDeclaration = (id: string): Promise<Blob> =>
  callFile(reportEndpoints.printDeclaration, { params: { id } });
