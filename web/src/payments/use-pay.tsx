import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../lib/api/api-error.ts';
import type { PaymentRequest } from './api.ts';
import type { Held, PaymentRunProps } from './PaymentRun.tsx';

const load = () => import('./PaymentRun.tsx').then((module) => module.PaymentRun);

type Input = Omit<PaymentRunProps, 'wanted' | 'onOpened' | 'onHeld'> & {
  /** There is something to pay: the code is fetched ahead. */
  isLikely: boolean;
};

export type Pay = {
  pay: (request: PaymentRequest) => void;
  /** Until the portal is open, or the server has refused. */
  isOpening: boolean;
  held: Held;
  /** The state of the payment, and the dialog with the portal: to be put where the screen wants it. */
  view: ReactNode;
};

/** Paying, apart from the page that offers it: its code comes once the page stands. */
export function usePay({ isLikely, ...input }: Input): Pay {
  const [Run, setRun] = useState<ComponentType<PaymentRunProps> | null>(null);
  const [wanted, setWanted] = useState<PaymentRequest | null>(null);
  const [held, setHeld] = useState<Held>(null);

  useEffect(() => {
    if (!isLikely) return;
    load().then(
      (loaded) => setRun(() => loaded),
      () => null,
    );
  }, [isLikely]);

  const refuse = (error: unknown) => {
    setWanted(null);
    input.onRefused(error);
  };

  return {
    pay: (request) => {
      setWanted(request);
      if (Run !== null) return;
      load().then(
        (loaded) => setRun(() => loaded),
        () => refuse(ApiError.network()),
      );
    },
    isOpening: wanted !== null,
    held,
    view:
      Run === null ? null : (
        <Run
          {...input}
          wanted={wanted}
          onOpened={() => setWanted(null)}
          onRefused={refuse}
          onHeld={setHeld}
        />
      ),
  };
}
