import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import type { PaymentRequest } from './api.ts';
import type { Held, PaymentRunProps } from './PaymentRun.tsx';

async function load(use: (run: () => ComponentType<PaymentRunProps>) => void): Promise<void> {
  const { PaymentRun } = await import('./PaymentRun.tsx');
  use(() => PaymentRun);
}

type Input = Omit<PaymentRunProps, 'pending' | 'onOpened' | 'onHeld'> & {
  /** A payment is likely: its code is preloaded. */
  isLikely: boolean;
};

export type Pay = {
  pay: (request: PaymentRequest) => void;
  /** True until the portal is open or the request is refused. */
  isOpening: boolean;
  held: Held;
  /** The notice of the payment and the dialog with the portal, for the page to place. */
  view: ReactNode;
};

/** Whether pharmacies are asked first, and nothing is paid yet (rule 64). */
export const isAskedFirst = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'PHARMACY_ASKED';

/** Loads `PaymentRun` when a payment is likely, and renders it. */
export function usePay({ isLikely, ...input }: Input): Pay {
  const [Run, setRun] = useState<ComponentType<PaymentRunProps> | null>(null);
  const [pending, setPending] = useState<PaymentRequest | null>(null);
  const [held, setHeld] = useState<Held>(null);

  useEffect(() => {
    if (isLikely) load(setRun).catch(() => null);
  }, [isLikely]);

  const refuse = (error: unknown) => {
    setPending(null);
    input.onRefused(error);
  };

  return {
    pay: (request) => {
      setPending(request);
      if (Run === null) load(setRun).catch(() => refuse(ApiError.network()));
    },
    isOpening: pending !== null,
    held,
    view:
      Run === null ? null : (
        <Run
          {...input}
          pending={pending}
          onOpened={() => setPending(null)}
          onRefused={refuse}
          onHeld={setHeld}
        />
      ),
  };
}
