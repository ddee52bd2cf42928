import { useCallback } from 'react';
import { type LinkProps, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useStepBack } from '../ui/use-dialog-url.ts';

const NAME = 'order';

type Opened = { openedOrder?: true };

/**
 * The open order, in the URL (`?order=id`), so that a notification can link to it and the phone's back button closes
 * it.
 */
export function useOpenOrder() {
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const stepBack = useStepBack();
  const openId = search.get(NAME) || null;
  const openedHere = (location.state as Opened | null)?.openedOrder === true;

  /** Opening another order replaces the history entry, so that a single step back leads to the list. */
  const linkTo = (id: string): Pick<LinkProps, 'to' | 'state' | 'replace'> => {
    const next = new URLSearchParams(search);
    next.set(NAME, id);
    return {
      to: { search: next.toString() },
      ...(openId === null
        ? { state: { openedOrder: true } satisfies Opened }
        : { state: location.state, replace: true }),
    };
  };

  const close = useCallback(() => {
    if (openedHere) {
      stepBack();
      return;
    }
    const next = new URLSearchParams(search);
    next.delete(NAME);
    navigate({ search: next.toString() }, { replace: true, preventScrollReset: true });
  }, [navigate, openedHere, search, stepBack]);

  return { openId, linkTo, close };
}

/** Links that open an order with another param. */
export function useOrderWith() {
  const { linkTo } = useOpenOrder();
  return (id: string, param: string, value: string) => {
    const { to, ...link } = linkTo(id);
    const search = new URLSearchParams(typeof to === 'string' ? to : to.search);
    search.set(param, value);
    return { to: { search: search.toString() }, ...link, preventScrollReset: true };
  };
}
