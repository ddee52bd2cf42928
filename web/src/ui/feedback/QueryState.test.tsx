import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { call } from '../../lib/api/call.ts';
import { fakeApi, networkError, refuse } from '../../testing/fake-api.ts';
import { showPage } from '../../testing/show-page.tsx';
import { QueryState } from './QueryState.tsx';

function Figures(): ReactNode {
  const query = useQuery({
    queryKey: ['stats'],
    queryFn: ({ signal }) => call(statsEndpoints.readDashboardStats, {}, { signal }),
  });
  if (query.data !== undefined) return <p>Les chiffres</p>;
  return <QueryState query={query} rows={1} height={40} />;
}

const NETWORK = 'Erreur lors du chargement des données. Vérifiez votre réseau, puis réessayez.';
const STOPPED = 'Erreur lors du chargement des données. Le service ne répond pas. Réessayez dans un instant.';

const page = new Response('<html>Bad gateway</html>', { status: 502 });

test.each([
  ['no answer', networkError, NETWORK],
  ['a proxy without our server', page, STOPPED],
  ['our own refusal', refuse('UNAVAILABLE'), 'Service momentanément indisponible. Veuillez réessayer.'],
])('says after the first attempt what failed, %s, and goes on', async (_what, answer, message) => {
  const api = fakeApi();
  api.on(statsEndpoints.readDashboardStats, () => answer as never);
  showPage(<Figures />, '/');
  await screen.findByText(message);
  expect(api.sent).toHaveLength(1);
  screen.getByText('Nouvel essai en cours…');
  api.on(statsEndpoints.readDashboardStats, () => Response.json({}));
  // At once, not after the pause between two attempts.
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  await screen.findByText('Les chiffres');
  await waitFor(() => expect(api.sent).toHaveLength(2));
});
