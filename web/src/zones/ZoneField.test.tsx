import type { Zone } from '@amasin/domain/zones/zone.ts';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { aZone } from '../testing/catalogue.ts';
import { ZoneField } from './ZoneField.tsx';

const zones = [
  aZone({
    _id: 'z12',
    label: '12e arrondissement',
    sectors: ['Cadjèhoun', 'Fidjrossè'],
    aliases: ['Marché de la mer'],
    price: 1000,
  }),
  aZone({ _id: 'z13', label: '13e arrondissement', sectors: ['Agla', 'Agla-Akplomey'], price: 1200 }),
];

function show() {
  const onLeave = vi.fn();
  function Form() {
    const [selected, setSelected] = useState<{ zone: Zone; sector: string | null } | null>(null);
    return (
      <ZoneField
        zones={zones}
        zone={selected?.zone ?? null}
        sector={selected?.sector ?? null}
        onPick={(zone, sector) => setSelected({ zone, sector })}
        onLeave={onLeave}
      />
    );
  }
  render(
    <MantineProvider>
      <Form />
    </MantineProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Votre quartier' });
  fireEvent.focus(field);
  return { field, onLeave, type: (value: string) => fireEvent.change(field, { target: { value } }) };
}

test('a known place picks its zone and remains readable', () => {
  const { field, type } = show();
  expect(screen.getByText(/^Tapez son nom ou un lieu connu/)).toBeDefined();
  type('marche');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(field.value).toBe('Marché de la mer, 12e arrondissement');
});

test('arrows and Enter pick a sector, with its zone and fee', () => {
  const { field, type } = show();
  type('agla');
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  const active = document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
  expect(active?.textContent).toMatch(/^Agla-Akplomey/);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(field.value).toBe('Agla-Akplomey, 13e arrondissement');
  expect(screen.getByText(/^Livraison : 1\s200\sF\.$/)).toBeDefined();
  expect(field.getAttribute('aria-expanded')).toBe('false');
});

test('Enter picks nothing without typed text', () => {
  const { field } = show();
  expect(field.getAttribute('aria-expanded')).toBe('true');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(field.value).toBe('');
});

test('a complete name is picked on blur', () => {
  const { field, type, onLeave } = show();
  type('cadjehoun');
  fireEvent.blur(field);
  expect(field.value).toBe('Cadjèhoun, 12e arrondissement');
  expect(onLeave).not.toHaveBeenCalled();
});

test('an unknown name remains in the field, and is validated', () => {
  const { field, type, onLeave } = show();
  type('Parakou');
  expect(
    screen.getByText(/^Nous ne livrons pas encore à «\sParakou\s»\. Essayez un quartier voisin\.$/),
  ).toBeDefined();
  fireEvent.blur(field);
  expect(field.value).toBe('Parakou');
  expect(onLeave).toHaveBeenCalledOnce();
});

test('Escape closes the list and keeps the typed text', () => {
  const { field, type } = show();
  type('agla');
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(field.getAttribute('aria-expanded')).toBe('false');
  expect(field.value).toBe('agla');
});
