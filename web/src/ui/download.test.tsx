import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { callFile } from '../lib/call.ts';
import { writeToken } from '../lib/session-token.ts';
import { writeCsv } from '../stats/overview/Plots.tsx';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { fakeObjectUrls, recordSavedFiles } from '../testing/fake-object-urls.ts';
import { showPage } from '../testing/show-page.tsx';
import { DownloadButton } from './download.tsx';

function show() {
  const api = fakeApi();
  const urls = fakeObjectUrls();
  const saved = recordSavedFiles();
  const read = () => callFile(orderEndpoints.exportOrders, { query: { state: 'ended' } });
  showPage(<DownloadButton what="les commandes" name="commandes" read={read} />, '/');
  const press = async () =>
    fireEvent.click(await screen.findByRole('button', { name: 'Télécharger les commandes (CSV)' }));
  return { api, urls, saved, press };
}

test('requests the file with the session, and saves it under a name with the day', async () => {
  const { api, urls, saved, press } = show();
  writeToken('token');
  onTestFinished(() => void writeToken(null));
  api.on(orderEndpoints.exportOrders, () => new Response('Numéro\r\nCMD-000001\r\n'));
  await press();
  await waitFor(() => expect(saved).toEqual([`commandes-${dayInBenin(new Date())}.csv`]));
  expect(await [...urls.values()][0]?.text()).toBe('Numéro\r\nCMD-000001\r\n');
  const [sent] = api.sent;
  expect([sent?.path, sent?.query, sent?.headers.get('Authorization')]).toEqual([
    '/api/orders/export',
    { state: 'ended' },
    'Bearer token',
  ]);
});

test('says why a file could not be downloaded', async () => {
  const { api, saved, press } = show();
  api.on(orderEndpoints.exportOrders, () => refuse('TOO_MANY_TRIES'));
  await press();
  await screen.findByText('Trop de tentatives. Veuillez réessayer dans quelques minutes.');
  expect(saved).toEqual([]);
});

test('writes values as the server writes lists', async () => {
  const file = await writeCsv(
    ['Zone', 'Commandes'],
    [
      ['=Akpakpa', 3],
      ['Zone ; nord', null],
    ],
  );
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe('Zone;Commandes\r\n\'=Akpakpa;3\r\n"Zone ; nord";\r\n');
});
