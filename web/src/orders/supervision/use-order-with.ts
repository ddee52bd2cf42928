import { useOpenOrder } from '../browsing/use-open-order.ts';

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
