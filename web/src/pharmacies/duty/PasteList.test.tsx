import type { ReadDutyName } from '@amasin/domain/pharmacies/duty-list.ts';
import { pharmacyEndpoints } from '@amasin/domain/pharmacies/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { aPharmacy } from '../../testing/pharmacies.ts';
import { showPage } from '../../testing/show-page.tsx';
import { DutyPanel } from './DutyPanel.tsx';

const PAGE = '/supervisor-dashboard';
const fifame = aPharmacy();
const north = aPharmacy({ name: 'Zogbo Nord' });
const south = aPharmacy({ name: 'Zogbo Sud' });
const nights = ['2026-11-26', '2026-11-27'];
const named = (written: string, match: ReadDutyName['match'], ...found: (typeof fifame)[]): ReadDutyName => ({
  written,
  match,
  nights,
  pharmacies: found.map(({ _id, name, address }) => ({ _id, name, address })),
});

// Wednesday 25 November 2026, 11:00 in Benin.
beforeEach(() => void vi.setSystemTime('2026-11-25T10:00:00Z'));

function open(...names: ReadDutyName[]) {
  const api = fakeApi();
  api.on(pharmacyEndpoints.listOnDuty, () => ({ pharmacies: [], total: 0, dutyList: null }));
  api.on(pharmacyEndpoints.listDutyShifts, () => ({ dutyShifts: [], total: 0 }));
  api.on(pharmacyEndpoints.readDutyList, () => ({ names }));
  const router = showPage(<DutyPanel />, `${PAGE}?liste=1`);
  return { api, router };
}
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
async function paste(text: string) {
  fireEvent.change(await field('Liste reçue'), { target: { value: text } });
  await press('Lire la liste');
}

test('a list is read, what is ambiguous is chosen, then it is added with its source and date', async () => {
  const { api, router } = open(
    named('FIFAME', 'found', fifame),
    named('Zogbo', 'ambiguous', north, south),
    named('Perdue', 'unknown'),
    { ...named('Hier', 'undated', fifame), nights: [] },
  );
  await paste('FIFAME\nZogbo\nPerdue');
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('heading', { name: /^1\snom trouvé$/ });
  expect(dialog.getByRole('region', { name: /^1\snom trouvé$/ }).textContent).toContain('jeu. 26, ven. 27');
  expect(dialog.getByRole('region', { name: /^2\snoms inconnus$/ }).textContent).toContain('Perdue');
  fireEvent.change(dialog.getByLabelText('Zogbo'), { target: { value: south._id } });
  fireEvent.change(dialog.getByLabelText('Date de la liste'), { target: { value: '2026-11-20' } });
  api.on(pharmacyEndpoints.importDutyList, ({ body }) => {
    expect(body).toEqual({
      source: 'Ordre des pharmaciens',
      date: '2026-11-20',
      shifts: [
        { pharmacy: fifame._id, nights },
        { pharmacy: south._id, nights },
      ],
    });
    return { added: 4, dutyList: { source: 'Ordre des pharmaciens', date: '2026-11-20' } };
  });
  await press(/^Ajouter\s4\sgardes$/);
  await screen.findByText(/^4\sgardes en plus\. 2\snoms de la liste à revoir\.$/);
  await waitFor(() => expect(router.state.location.search).toBe(''));
  // Nothing is lost: the text is there when the dialog opens again.
  await press('Coller une liste');
  expect((await field('Liste reçue')).value).toBe('FIFAME\nZogbo\nPerdue');
});

test('changing the text requires reading it again; a refusal is shown at its field', async () => {
  const { api } = open(named('FIFAME', 'found', fifame));
  await paste('FIFAME');
  await screen.findByRole('button', { name: /^Ajouter\s2\sgardes$/ });
  api.on(pharmacyEndpoints.importDutyList, () => refuse('INVALID', { source: 'Source requise' }));
  await press(/^Ajouter\s2\sgardes$/);
  await screen.findByText('Source requise');
  fireEvent.change(await field('Liste reçue'), { target: { value: '' } });
  expect(screen.queryByRole('button', { name: /^Ajouter/ })).toBeNull();
  api.on(pharmacyEndpoints.readDutyList, () => refuse('INVALID', { text: 'Liste requise' }));
  await press('Lire la liste');
  await screen.findByText('Liste requise');
});

test('a file is read, in the encoding of older spreadsheets too', async () => {
  open();
  await field('Liste reçue');
  const input = document.querySelector('input[type=file]');
  const bytes = Uint8Array.from('nom;date\nCamp Gu\xe9zo;23/11/2026', (letter) => letter.charCodeAt(0));
  fireEvent.change(input ?? document.body, { target: { files: [new File([bytes], 'liste.csv')] } });
  await waitFor(async () => expect((await field('Liste reçue')).value).toContain('Camp Guézo'));
});
