import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aMedication } from '../testing/catalogue.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { showPage } from '../testing/show-page.tsx';
import { MedicationField } from './MedicationField.tsx';

const medicine = (label: string) => aMedication({ _id: label, label });

test('the results of another word are not shown while those of the typed one load', async () => {
  const api = fakeApi();
  api.on(medicationEndpoints.searchMedications, ({ query }) =>
    query.q?.startsWith('alb')
      ? { medications: [medicine('Albendazole 400 mg')], total: 1 }
      : new Promise<never>(() => {}),
  );
  const onPick = vi.fn();
  showPage(<MedicationField personId="afi" onPick={onPick} />, '/order');
  const field = await screen.findByRole('combobox', { name: 'Ajouter un médicament' });
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  type('alb');
  fireEvent.click(await screen.findByRole('option', { name: /Albendazole/ }));
  expect(onPick).toHaveBeenCalledTimes(1);

  type('albe');
  expect(screen.getByRole('option', { name: /Albendazole/ })).toBeDefined();
  type('para');
  expect(screen.queryByRole('option')).toBeNull();
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onPick).toHaveBeenCalledTimes(1);
});
