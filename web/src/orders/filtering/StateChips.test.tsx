import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { plain } from '../../testing/plain.ts';
import { showPage } from '../../testing/show-page.tsx';
import { useSearchParamFilters } from '../../ui/search-param-filters.ts';
import { orderFilters } from './order-filters.ts';
import { StateChips } from './StateChips.tsx';

const states: readonly OrderState[] = ['pending', 'delivering', 'ended'];
const counts = { 'pre-treatment': 0, pending: 3, delivering: 0, delivered: 0, ended: 1_200, cancelled: 0 };
const first = { label: 'À faire', count: '1 000+' };

type Props = Partial<Pick<ComponentProps<typeof StateChips>, 'counts' | 'first'>>;

function Chips(props: Props) {
  const { filters, linkTo } = useSearchParamFilters(orderFilters);
  return (
    <StateChips
      counts={counts}
      states={states}
      reader="pharmacy"
      current={filters.state}
      linkTo={linkTo}
      {...props}
    />
  );
}

async function show(props: Props = {}, url = '/pharmacy-dashboard') {
  const router = showPage(<Chips {...props} />, url);
  await screen.findByRole('navigation', { name: 'Commandes par état' });
  return router;
}

const links = () => screen.getAllByRole('link');
const texts = () => links().map(({ textContent }) => plain(textContent));
const current = () =>
  links()
    .filter((link) => link.getAttribute('aria-current') === 'true')
    .map(({ textContent }) => plain(textContent));
const press = (name: RegExp) => fireEvent.click(screen.getByRole('link', { name }));

test('counts all orders and those in each state, named as the reader knows it', async () => {
  await show();
  expect(texts()).toEqual(['Toutes 1 203', 'En préparation 3', 'En livraison 0', 'Terminée 1 200']);
  expect(current()).toEqual(['Toutes 1 203']);
});

test('a second click on a state shows all orders; other search params remain', async () => {
  const router = await show({}, '/pharmacy-dashboard?q=dossou');
  press(/^Terminée/);
  await waitFor(() => expect(router.state.location.search).toBe('?q=dossou&state=ended'));
  expect(current()).toEqual(['Terminée 1 200']);
  press(/^Terminée/);
  await waitFor(() => expect(router.state.location.search).toBe('?q=dossou'));
  expect(current()).toEqual(['Toutes 1 203']);
});

test('a second click shows what the list shows at first, where that is not all orders', async () => {
  const router = await show({ first });
  expect(texts().slice(0, 2)).toEqual(['À faire 1 000+', 'Toutes 1 203']);
  expect(current()).toEqual(['À faire 1 000+']);
  press(/^En préparation/);
  await waitFor(() => expect(router.state.location.search).toBe('?state=pending'));
  press(/^En préparation/);
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(current()).toEqual(['À faire 1 000+']);
  press(/^Toutes/);
  await waitFor(() => expect(router.state.location.search).toBe('?state=all'));
  expect(current()).toEqual(['Toutes 1 203']);
});

test('shows dashes until the counts are loaded', async () => {
  await show({ counts: undefined, first: { label: 'À faire', count: undefined } });
  expect(texts()).toEqual(['À faire –', 'Toutes –', 'En préparation –', 'En livraison –', 'Terminée –']);
});
