import type { OngoingPayment } from '@amasin/domain/payments/payment.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { invalidate } from '../lib/api/keys.ts';
import { randomName } from '../lib/storage/storage.ts';
import { type OpenedPayment, openPayment, type PaymentRequest, useOngoingPayments } from './api.ts';
import { askPayment, followPayment, type Verdict } from './follow-payment.ts';
import {
  canReopen,
  forgetPayment,
  type KeptPayment,
  keepPayment,
  onKeptPayment,
  readKeptPayment,
} from './kept-payment.ts';
import { problems } from './problems.ts';

const DAY_MS = 24 * 3600_000;

export type PaymentStage =
  | { is: 'idle' }
  | { is: 'opening' }
  | { is: 'portal'; opened: OpenedPayment }
  | { is: 'verifying'; amount: number }
  /** Not decided after all our asking; it goes on without the screen. */
  | { is: 'unconfirmed'; amount: number }
  | { is: 'paid' };

export type PaymentInput = {
  personId: string;
  /** `new` for an order being written, else the id of the order that is paid. */
  purpose: string;
  /** The basket of an order being written. */
  basketId?: string;
  /** The server knows the basket by another name: that of a payment which another device has opened. */
  onRenamed?: (basketId: string) => void;
  /** Tells the server that the portal said « paid » (POST or PUT of the order); answers the order's id. */
  complete: (payment: KeptPayment) => Promise<string>;
  onPaid: (paid: Paid) => void;
};

export type Paid = {
  orderId: string;
  payment: KeptPayment;
  /** The dialog is still open: a screen that is left replaces the dialog's address. */
  inDialog: boolean;
  /** A screen that stays closes the dialog. */
  finish: () => void;
};

export type PaymentControl = ReturnType<typeof usePayment>;

/** One payment, from opening the portal to its end, whatever the provider, the line or the person does meanwhile. */
export function usePayment({ personId, purpose, basketId, complete, onPaid, onRenamed }: PaymentInput) {
  const queries = useQueryClient();
  const [kept] = useState(() => ({ current: recall(personId, purpose) }));
  const [stage, setStage] = useState<PaymentStage>(() => verifyingOrIdle(kept.current));
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
    (payment: KeptPayment | null) => {
      if (payment !== null) keepPayment(personId, purpose, payment);
      else {
        attempt.current = null;
        if (kept.current !== null) forgetPayment(personId, purpose, kept.current);
      }
      kept.current = payment;
    },
    [kept, personId, purpose],
  );

  /** Ends what was running; what it would still have done is dropped. */
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
    (orderId: string, payment: KeptPayment) => {
      remember(null);
      setProblem(null);
      setStage({ is: 'paid' });
      void invalidate(queries, 'payments');
      latest.current.onPaid({ orderId, payment, inDialog: latest.current.inDialog, finish });
    },
    [finish, queries, remember],
  );

  const settle = useCallback(
    (verdict: Verdict, payment: KeptPayment) => {
      if (verdict.is === 'paid') return succeed(verdict.orderId, payment);
      if (verdict.is === 'pending') return setStage({ is: 'unconfirmed', amount: payment.amount });
      remember(null);
      setInDialog(false);
      setStage({ is: 'idle' });
      setProblem(problems[verdict.is]);
      // One under review is shown by the server's list from now on, here and on every device.
      void invalidate(queries, 'payments');
    },
    [queries, remember, succeed],
  );

  const inquire = useCallback(
    async (ask: (transactionId: string, signal: AbortSignal) => Promise<Verdict>) => {
      const payment = kept.current;
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
    [kept, restart, settle],
  );

  /** Until decided, about two minutes at most. */
  const verify = useCallback(() => inquire(followPayment), [inquire]);

  /** Opens the portal, or goes on with the payment that is open for the same thing. Throws the server's refusal. */
  const pay = useCallback(
    async (body: PaymentRequest) => {
      const signal = restart();
      const request = JSON.stringify(body);
      setProblem(null);
      setStage({ is: 'opening' });
      const earlier = kept.current;
      try {
        if (earlier !== null) {
          const verdict = await askPayment(earlier.transactionId, signal);
          // Never a second payment where the first has arrived.
          if (verdict.is === 'paid' || verdict.is === 'aside') return settle(verdict, earlier);
          if (verdict.is !== 'pending') remember(null);
          else if (canReopen(earlier, request, Date.now())) attempt.current = earlier;
        }
        if (attempt.current?.request !== request) attempt.current = { request, key: randomName() };
        const { key } = attempt.current;
        const opened = await openPayment(body, key);
        if (signal.aborted) return;
        const { transactionId, amount } = opened;
        remember({ transactionId, amount, request, key, openedAt: openedAtOf(earlier, key) });
        setStage({ is: 'portal', opened });
        setInDialog(true);
        if (opened.basketId !== undefined) latest.current.onRenamed?.(opened.basketId);
      } catch (error) {
        if (signal.aborted) return;
        setStage(kept.current === null ? { is: 'idle' } : { is: 'unconfirmed', amount: kept.current.amount });
        throw error;
      }
    },
    [kept, remember, restart, settle],
  );

  /** The portal says « paid »: the order is told, then the payment is asked for until the provider confirms it. */
  const onPortalSuccess = useCallback(
    () =>
      inquire(async (transactionId, signal) => {
        const payment = kept.current;
        try {
          if (payment !== null) return { is: 'paid', orderId: await latest.current.complete(payment) };
        } catch {
          // Not confirmed yet, or the line is down: only the payment itself tells.
        }
        return followPayment(transactionId, signal);
      }),
    [inquire, kept],
  );

  /** The dialog is closed. Whoever paid in silence is found by asking once. */
  const dismiss = useCallback(() => {
    setInDialog(false);
    if (stage.is === 'portal') void inquire(askPayment);
  }, [inquire, stage.is]);

  // A payment left open by a reload goes on by itself.
  useEffect(() => {
    if (kept.current !== null) void verify();
    return () => run.current.abort();
  }, [kept, verify]);

  // Another tab has opened another payment, or settled this one.
  useEffect(
    () =>
      onKeptPayment(personId, purpose, () => {
        const stored = recall(personId, purpose);
        if (stored?.transactionId === kept.current?.transactionId) return;
        if (stored !== null) {
          kept.current = stored;
          setInDialog(false);
        }
        void inquire(askPayment);
      }),
    [inquire, kept, personId, purpose],
  );

  // Another device has opened it.
  const elsewhere = ongoing?.status === 'pending' ? ongoing : null;
  useEffect(() => {
    if (elsewhere === null || kept.current !== null) return;
    kept.current = keptOf(elsewhere);
    void inquire(askPayment);
  }, [elsewhere, inquire, kept]);

  // People confirm in their operator's menu and come back.
  useEffect(() => {
    if (stage.is !== 'unconfirmed') return;
    const onReturn = () => {
      if (document.visibilityState === 'visible') void inquire(askPayment);
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => document.removeEventListener('visibilitychange', onReturn);
  }, [inquire, stage.is]);

  const review = ongoing?.status === 'review' ? ongoing : null;
  return { stage, problem, review, inDialog, pay, verify, onPortalSuccess, dismiss };
}

/** What this device did not send itself: it can be asked about, and opened again only through the server. */
function keptOf({ transactionId, amount, openedAt }: OngoingPayment): KeptPayment {
  return { transactionId, amount, request: '{}', key: '', openedAt: Date.parse(openedAt) };
}

function recall(personId: string, purpose: string): KeptPayment | null {
  const kept = readKeptPayment(personId, purpose);
  // Whatever became of it, the server has long made its order.
  return kept !== null && Date.now() - kept.openedAt < DAY_MS ? kept : null;
}

function verifyingOrIdle(kept: KeptPayment | null): PaymentStage {
  return kept === null ? { is: 'idle' } : { is: 'verifying', amount: kept.amount };
}

/** A portal that is opened again stays as old as it is. */
function openedAtOf(earlier: KeptPayment | null, key: string): number {
  return earlier?.key === key ? earlier.openedAt : Date.now();
}
