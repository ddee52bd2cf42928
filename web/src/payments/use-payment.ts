import type { OngoingPayment } from '@amasin/domain/payments/payment.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { invalidate } from '../lib/api/keys.ts';
import { randomName } from '../lib/storage/storage.ts';
import { type OpenedPayment, openPayment, type PaymentRequest, useOngoingPayments } from './api.ts';
import { pollOnce, pollPayment, problems, type Verdict } from './poll-payment.ts';
import {
  canReopen,
  onStoredPayment,
  readStoredPayment,
  removePayment,
  type StoredPayment,
  storePayment,
} from './stored-payment.ts';

const DAY_MS = 24 * 3600_000;

export type PaymentStage =
  | { is: 'idle' }
  | { is: 'opening' }
  | { is: 'portal'; opened: OpenedPayment }
  | { is: 'verifying'; amount: number }
  /** Not settled when polling stopped; the server continues. */
  | { is: 'unconfirmed'; amount: number }
  | { is: 'paid' };

export type PaymentInput = {
  personId: string;
  /** `new` for a new order, else the id of the order. */
  purpose: string;
  /** The basket of a new order. */
  basketId?: string;
  /** Called when the server has another id for this basket, from a payment opened on another device. */
  onRenamed?: (basketId: string) => void;
  /** Sends the order after the portal's success (POST or PUT); returns its id. */
  complete: (payment: StoredPayment) => Promise<string>;
  onPaid: (paid: Paid) => void;
};

export type Paid = {
  orderId: string;
  payment: StoredPayment;
  /** The dialog is open: a page that navigates must replace the dialog's history entry. */
  inDialog: boolean;
  /** Closes the dialog, for a page that stays. */
  finish: () => void;
};

export type PaymentControl = ReturnType<typeof usePayment>;

/** One payment, from opening the portal until it is settled, across reloads, tabs, devices and failed requests. */
export function usePayment({ personId, purpose, basketId, complete, onPaid, onRenamed }: PaymentInput) {
  const queries = useQueryClient();
  const [stored] = useState(() => ({ current: recall(personId, purpose) }));
  const [stage, setStage] = useState<PaymentStage>(() => verifyingOrIdle(stored.current));
  const [problem, setProblem] = useState<string | null>(null);
  const [inDialog, setInDialog] = useState(false);
  const attempt = useRef<{ request: string; key: string } | null>(null);
  const run = useRef(new AbortController());
  const latest = useRef({ complete, onPaid, onRenamed, inDialog });
  latest.current = { complete, onPaid, onRenamed, inDialog };
  const ongoing = useOngoingPayments()?.find((one) =>
    purpose === 'new' ? one.orderId === null && one.basketId === basketId : one.orderId === purpose,
  );

  const remember = useCallback(
    (payment: StoredPayment | null) => {
      if (payment !== null) storePayment(personId, purpose, payment);
      else {
        attempt.current = null;
        if (stored.current !== null) removePayment(personId, purpose, stored.current);
      }
      stored.current = payment;
    },
    [stored, personId, purpose],
  );

  /** Aborts the running operation. */
  const restart = useCallback(() => {
    run.current.abort();
    run.current = new AbortController();
    return run.current.signal;
  }, []);

  const finish = useCallback(() => {
    setInDialog(false);
    setStage({ is: 'idle' });
  }, []);

  const succeed = useCallback(
    (orderId: string, payment: StoredPayment) => {
      remember(null);
      setProblem(null);
      setStage({ is: 'paid' });
      void invalidate(queries, 'payments');
      latest.current.onPaid({ orderId, payment, inDialog: latest.current.inDialog, finish });
    },
    [finish, queries, remember],
  );

  const settle = useCallback(
    (verdict: Verdict, payment: StoredPayment) => {
      if (verdict.is === 'paid') return succeed(verdict.orderId, payment);
      if (verdict.is === 'pending') return setStage({ is: 'unconfirmed', amount: payment.amount });
      remember(null);
      setInDialog(false);
      setStage({ is: 'idle' });
      setProblem(problems[verdict.is]);
      // A payment under review is shown from the server's list, on every device.
      void invalidate(queries, 'payments');
    },
    [queries, remember, succeed],
  );

  const inquire = useCallback(
    async (ask: (transactionId: string, signal: AbortSignal) => Promise<Verdict>) => {
      const payment = stored.current;
      if (payment === null) return;
      const signal = restart();
      setStage({ is: 'verifying', amount: payment.amount });
      try {
        const verdict = await ask(payment.transactionId, signal);
        if (!signal.aborted) settle(verdict, payment);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    [stored, restart, settle],
  );

  const verify = useCallback(() => inquire(pollPayment), [inquire]);

  /** Opens the portal, or reopens the pending payment of the same request. Throws the server's refusal. */
  const pay = useCallback(
    async (body: PaymentRequest) => {
      const signal = restart();
      const request = JSON.stringify(body);
      setProblem(null);
      setStage({ is: 'opening' });
      const earlier = stored.current;
      try {
        if (earlier !== null) {
          const verdict = await pollOnce(earlier.transactionId, signal);
          // The earlier payment was received: do not open a second one.
          if (verdict.is === 'paid' || verdict.is === 'aside') return settle(verdict, earlier);
          if (verdict.is !== 'pending') remember(null);
          else if (canReopen(earlier, request, Date.now())) attempt.current = earlier;
        }
        if (attempt.current?.request !== request) attempt.current = { request, key: randomName() };
        const { key } = attempt.current;
        const opened = await openPayment(body, key);
        if (signal.aborted) return;
        const { transactionId, amount } = opened;
        // A reopened portal has its original opening time.
        const openedAt = earlier?.key === key ? earlier.openedAt : Date.now();
        remember({ transactionId, amount, request, key, openedAt });
        setStage({ is: 'portal', opened });
        setInDialog(true);
        if (opened.basketId !== undefined) latest.current.onRenamed?.(opened.basketId);
      } catch (error) {
        if (signal.aborted) return;
        setStage(
          stored.current === null ? { is: 'idle' } : { is: 'unconfirmed', amount: stored.current.amount },
        );
        throw error;
      }
    },
    [stored, remember, restart, settle],
  );

  /** After the portal's success: sends the order, or polls until the provider has confirmed the payment. */
  const onPortalSuccess = useCallback(
    () =>
      inquire(async (transactionId, signal) => {
        const payment = stored.current;
        try {
          if (payment !== null) return { is: 'paid', orderId: await latest.current.complete(payment) };
        } catch {
          // Not confirmed yet, or the request failed: poll the payment.
        }
        return pollPayment(transactionId, signal);
      }),
    [inquire, stored],
  );

  /** Closes the dialog. The portal may not have reported a payment: check once. */
  const dismiss = useCallback(() => {
    setInDialog(false);
    if (stage.is === 'portal') void inquire(pollOnce);
  }, [inquire, stage.is]);

  // Resume a pending payment after a reload.
  useEffect(() => {
    if (stored.current !== null) void verify();
    return () => run.current.abort();
  }, [stored, verify]);

  useEffect(
    () =>
      onStoredPayment(personId, purpose, () => {
        const other = recall(personId, purpose);
        if (other?.transactionId === stored.current?.transactionId) return;
        if (other !== null) {
          stored.current = other;
          setInDialog(false);
        }
        void inquire(pollOnce);
      }),
    [inquire, stored, personId, purpose],
  );

  // Opened on another device.
  const elsewhere = ongoing?.status === 'pending' ? ongoing : null;
  useEffect(() => {
    if (elsewhere === null || stored.current !== null) return;
    stored.current = toStored(elsewhere);
    void inquire(pollOnce);
  }, [elsewhere, inquire, stored]);

  // Customers confirm in their operator's app, then return to this page.
  useEffect(() => {
    if (stage.is !== 'unconfirmed') return;
    const onReturn = () => {
      if (document.visibilityState === 'visible') void inquire(pollOnce);
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => document.removeEventListener('visibilitychange', onReturn);
  }, [inquire, stage.is]);

  const review = ongoing?.status === 'review' ? ongoing : null;
  return { stage, problem, review, inDialog, pay, verify, onPortalSuccess, dismiss };
}

/** A payment of another device: it can be polled, but not reopened from here. */
function toStored({ transactionId, amount, openedAt }: OngoingPayment): StoredPayment {
  return { transactionId, amount, request: '{}', key: '', openedAt: Date.parse(openedAt) };
}

function recall(personId: string, purpose: string): StoredPayment | null {
  const stored = readStoredPayment(personId, purpose);
  // The server has settled older payments.
  return stored !== null && Date.now() - stored.openedAt < DAY_MS ? stored : null;
}

function verifyingOrIdle(stored: StoredPayment | null): PaymentStage {
  return stored === null ? { is: 'idle' } : { is: 'verifying', amount: stored.amount };
}
