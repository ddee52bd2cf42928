import { readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { Ordering } from './use-order-form.ts';

const PARAM = 'code';

/** Orders with the prescription of a link (`/order?code=ORD-12345678`). The rest of the draft remains. */
export function useCodeInUrl(ordering: Pick<Ordering, 'chooseWay' | 'writeCode'>): void {
  const [search, setSearch] = useSearchParams();
  const code = search.get(PARAM);
  const latest = useRef(ordering);
  latest.current = ordering;
  useEffect(() => {
    if (code === null) return;
    if (readPrescriptionNumber(code) !== null) {
      latest.current.chooseWay('code');
      latest.current.writeCode(code);
    }
    // Otherwise a reload would replace what was typed since.
    setSearch(
      (previous) => {
        const next = new URLSearchParams(previous);
        next.delete(PARAM);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [code, setSearch]);
}
