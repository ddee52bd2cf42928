import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { plain } from '../../testing/plain.ts';
import { showPage } from '../../testing/show-page.tsx';
import { FitBudget } from './FitBudget.tsx';

const line = (name: string, price: number, quantity = 1) => ({
  medicationId: `0198a000-0000-7000-8000-00000000000${name}`,
  label: `Sirop ${name}`,
  price,
  quantity,
});
const dear = line('a', 3_000);
const cheap = line('b', 500);

function show() {
  const onFit = vi.fn();
  showPage(
    <FitBudget lines={[dear, cheap]} deliveryFee={1_000} rate={0} isPending={false} onFit={onFit} />,
    '/order',
  );
  const type = (sum: string) => {
    fireEvent.change(screen.getByLabelText('J’ai (F)'), { target: { value: sum } });
    fireEvent.click(screen.getByRole('button', { name: 'Voir ce que je peux prendre' }));
  };
  return { onFit, type };
}

test('takes what fits, and says how many and for how much', () => {
  const { onFit, type } = show();
  type('4 300');
  expect(onFit).toHaveBeenCalledWith({ leftOut: [cheap.medicationId], quantities: [] });
  expect(plain(screen.getByRole('status').textContent ?? '')).toBe('1 médicament sur 2, pour 4 300 F.');
});

test.each([
  ['', 'Écrivez une somme, par exemple 6 500'],
  ['beaucoup', 'Écrivez une somme, par exemple 6 500'],
  ['1 200', '1 200 F ne suffisent pas à la livraison et à un premier médicament'],
])('says what is wrong with « %s », and changes nothing', (sum, problem) => {
  const { onFit, type } = show();
  type(sum);
  const words = screen.getByLabelText('J’ai (F)').closest('form')?.textContent ?? '';
  expect(plain(words)).toContain(problem);
  expect(onFit).not.toHaveBeenCalled();
});
