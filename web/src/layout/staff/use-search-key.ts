import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { focusSearch } from '../../ui/filters.tsx';
import { isTaken } from '../../ui/use-row-keys.ts';
import { type Place, urlOf } from './places.ts';

/** The `/` key opens the search of orders, on pages without a search field of their own, which handles the key itself. */
export function useSearchKey(orders: Place | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (orders === undefined) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTaken(event) || document.querySelector('main [type="search"]')) return;
      event.preventDefault();
      void navigate(urlOf(orders), { state: focusSearch });
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [orders, navigate]);
}
