import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AddressField } from './AddressField.tsx';

test.each([
  [298, '2\u00a0caractères restants.'],
  [299, '1\u00a0caractère restant.'],
  [300, '0\u00a0caractère restant.'],
])('an address of %i characters: %s', (length, said) => {
  render(
    <MantineProvider env="test">
      <AddressField address={'x'.repeat(length)} error={undefined} onChange={() => {}} onLeave={() => {}} />
    </MantineProvider>,
  );
  expect(
    screen.getByText((_, element) => element?.textContent === said && element.childElementCount === 0),
  ).toBeDefined();
});
