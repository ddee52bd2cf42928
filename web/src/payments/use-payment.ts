import { DAY_MS } from '@amasin/domain/contract/time.ts';
import type { PaymentChoice } from '@amasin/domain/payments/choice.ts';
import type { OngoingPayment } from '@amasin/domain/payments/payment.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { invalidate } from '../lib/keys.ts';
import { number, recent, sent, text } from '../lib/schema.ts';
import { storedOf } from '../lib/stored.ts';
import {
  loadChoices,
  type OpenedPayment,
  openPayment,
  type PaymentRequest,
  useOngoingPayments,
} from './api.ts';
import { type Poll, type Problem, pollOnce, pollPayment, type Verdict } from './poll-payment.ts';

/** A payment opened on this device, in local storage until it is settled; or one from another device. */
type StoredPayment = Pick<OngoingPayment, 'transactionId' | 'amount' | 'openedAt'> &
  /** The order, to compare with the draft. */
  Pick<PaymentRequest, 'order'>;

/** A payment that was opened more than a day ago is none: the server has settled it. */
const storedPayment = sent<StoredPayment>({
  transactionId: text,
  amount: number,
  openedAt: recent(text, DAY_MS),
});

/** The payment that is open for this purpose: `new` for a new order, else the id of the order. */
const storedPaymentOf = (purpose: string) => storedOf(`payment:${purpose}`, storedPayment);

/** Removes this payment, unless another tab has stored another one. */
function removePayment(personId: string, purpose: string, { transactionId }: StoredPayment): void {
  const stored = storedPaymentOf(purpose);
  if (stored.read(personId)?.transactionId === transactionId) stored.remove(personId);
}

export type PaymentStage =
  | { is: 'idle' }
  | { is: 'opening' }
  | { is: 'portal'; payment: StoredPayment; opened: OpenedPayment }
  | { is: 'verifying'; payment: StoredPayment }
  /** Not settled when polling stopped; the server continues. */
  | { is: 'unconfirmed'; payment: StoredPayment; failure?: string }
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
  /** Closes the dialog, for a page that stays. */
  finish: () => void;
};

export type PaymentControl = ReturnType<typeof usePayment>;

/**
 * One payment, from opening the portal until it is settled, across reloads, tabs, devices and failed requests. The server
 * opens one payment for a basket (decision 20): paying again reopens the same portal.
 */
export function usePayment({ personId, purpose, basketId, complete, onPaid, onRenamed }: PaymentInput) {
  const queries = useQueryClient();
  const [stage, setStage] = useState<PaymentStage>(() => {
    const payment = storedPaymentOf(purpose).read(personId);
    return payment === null ? { is: 'idle' } : { is: 'verifying', payment };
  });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [inDialog, setInDialog] = useState(false);
  const run = useRef(new AbortController());
  // A response may arrive after further renders: these are the values of the latest one.
  const latest = useRef({ complete, onPaid, onRenamed });
  latest.current = { complete, onPaid, onRenamed };

  const current = 'payment' in stage ? stage.payment : null;
  // What a relative pays is not hers to resume.
  const listed = useOngoingPayments()?.find(({ byLink, ...one }) =>
    byLink
      ? false
      : purpose === 'new'
        ? one.orderId === null && one.basketId === basketId
        : one.orderId === purpose,
  );

  /** Aborts the running operation. */
  const restart = () => {
    run.current.abort();
    run.current = new AbortController();
    return run.current.signal;
  };

  const finish = () => {
    setInDialog(false);
    setStage({ is: 'idle' });
  };

  const settle = (verdict: Verdict, payment: StoredPayment) => {
    if (verdict.is === 'pending') return setStage({ ...verdict, is: 'unconfirmed', payment });
    removePayment(personId, purpose, payment);
    void invalidate(queries, 'payments');
    if (verdict.is === 'paid') {
      setStage({ is: 'paid' });
      latest.current.onPaid({ orderId: verdict.orderId, payment, finish });
    } else {
      finish();
      setProblem(verdict);
    }
  };

  const inquire = async (payment: StoredPayment, poll: Poll) => {
    const signal = restart();
    setProblem(null);
    setStage({ is: 'verifying', payment });
    const verdict = await poll(payment.transactionId, signal);
    if (!signal.aborted) settle(verdict, payment);
  };

  /** Polls while the operator asks on the telephone: the portal stays open until the payment is settled. */
  const follow = async (payment: StoredPayment) => {
    const signal = restart();
    const verdict = await pollPayment(payment.transactionId, signal);
    if (!signal.aborted && verdict.is !== 'pending') settle(verdict, payment);
  };

  /**
   * Opens the portal, unless an earlier payment was received. Throws the server's refusal.
   * @returns the ways to pay, when the customer has to choose first
   */
  const pay = async (body: PaymentRequest): Promise<PaymentChoice[] | undefined> => {
    const signal = restart();
    setProblem(null);
    setStage({ is: 'opening' });
    let earlier = current;
    try {
      if (earlier !== null) {
        const verdict = await pollOnce(earlier.transactionId, signal);
        if (signal.aborted) return undefined;
        if (verdict.is === 'paid' || verdict.is === 'aside') {
          settle(verdict, earlier);
          return undefined;
        }
        if (verdict.is !== 'pending') {
          removePayment(personId, purpose, earlier);
          earlier = null;
        }
      }
      // When the choices cannot be loaded, the customer pays with the first provider.
      const isChosen = body.provider !== undefined;
      const loaded = isChosen ? undefined : loadChoices(queries);
      const choices = loaded instanceof Promise ? await loaded : loaded;
      if (signal.aborted) return undefined;
      if (choices !== undefined) {
        setStage(restOf(earlier));
        return choices;
      }
      const opened = await openPayment(body);
      if (signal.aborted) return undefined;
      const { transactionId, amount } = opened;
      const payment = { transactionId, amount, openedAt: new Date().toISOString(), order: body.order };
      storedPaymentOf(purpose).write(personId, payment);
      setStage({ is: 'portal', payment, opened });
      setInDialog(true);
      if (opened.basketId !== undefined) latest.current.onRenamed?.(opened.basketId);
      if (isOnPhone(opened)) void follow(payment);
      return undefined;
    } catch (error) {
      if (signal.aborted) return undefined;
      setStage(restOf(earlier));
      throw error;
    }
  };

  const verify = () => {
    if (current !== null) void inquire(current, pollPayment);
  };

  /** After the portal's success: sends the order, or polls until the provider has confirmed the payment. */
  const onPortalSuccess = () => {
    if (current === null) return;
    void inquire(current, async (transactionId, signal) => {
      try {
        return { is: 'paid', orderId: await latest.current.complete(current) };
      } catch {
        // Not confirmed yet, or the request failed.
        return pollPayment(transactionId, signal);
      }
    });
  };

  /** Closes the dialog. The portal may not have reported a payment: check once. */
  const dismiss = () => {
    setInDialog(false);
    if (stage.is === 'portal') void inquire(stage.payment, pollOnce);
  };

  const resume = useEffectEvent(verify);
  useEffect(() => {
    resume();
    return () => run.current.abort();
  }, []);

  const followOtherTab = useEffectEvent(() => {
    const other = storedPaymentOf(purpose).read(personId);
    if (other?.transactionId === current?.transactionId) return;
    if (other !== null) setInDialog(false);
    const payment = other ?? current;
    if (payment !== null) void inquire(payment, pollOnce);
  });
  useEffect(() => storedPaymentOf(purpose).watch(personId, () => followOtherTab()), [personId, purpose]);

  const elsewhere = listed?.status === 'pending' ? listed : null;
  const followOtherDevice = useEffectEvent((payment: StoredPayment) => {
    if (stage.is === 'idle') void inquire(payment, pollOnce);
  });
  useEffect(() => {
    if (elsewhere !== null) followOtherDevice(elsewhere);
  }, [elsewhere]);

  // Customers confirm in their operator's app, then return to this page.
  const onVisible = useEffectEvent(() => {
    if (document.visibilityState !== 'visible') return;
    if (stage.is === 'unconfirmed') void inquire(stage.payment, pollOnce);
    else if (stage.is === 'portal' && isOnPhone(stage.opened)) void follow(stage.payment);
  });
  useEffect(() => {
    const listen = () => onVisible();
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);

  // Back from the provider's own page: the browser may show this one as it was left, without loading it again.
  const onReturn = useEffectEvent(() => {
    if (current !== null && stage.is !== 'verifying') void inquire(current, pollOnce);
  });
  useEffect(() => {
    const listen = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onReturn();
    };
    window.addEventListener('pageshow', listen);
    return () => window.removeEventListener('pageshow', listen);
  }, []);

  const listedReview = listed?.status === 'review' ? listed : null;
  // Before the list is reloaded, or when that fails.
  const review = listedReview ?? (problem?.is === 'aside' ? problem.payment : null);
  return { stage, problem, review, inDialog, pay, verify, onPortalSuccess, dismiss };
}

const isOnPhone = ({ portal }: OpenedPayment) => portal.mode === 'phone';

/** The stage after an opening that was not completed. */
const restOf = (earlier: StoredPayment | null): PaymentStage =>
  earlier === null ? { is: 'idle' } : { is: 'unconfirmed', payment: earlier };
