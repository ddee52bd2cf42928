import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showPage } from '../../testing/show-page.tsx';
import { FrameRefused } from './FrameRefused.tsx';

vi.mock('../../lib/versions.ts', () => ({ activateNewestVersion: activate }));
const activate = vi.hoisted(() => vi.fn());

const refuseBy = (effectiveDirective: string) =>
  fireEvent(document, Object.assign(new Event('securitypolicyviolation'), { effectiveDirective }));

test('a frame that the policy of the page refuses is replaced by an update of the page', async () => {
  showPage(
    <FrameRefused>
      <p>Portail</p>
    </FrameRefused>,
    '/order',
  );
  await screen.findByText('Portail');
  refuseBy('img-src');
  expect(screen.queryByRole('alert')).toBeNull();
  refuseBy('frame-src');
  await screen.findByText('Mettez Amasin à jour pour payer');
  expect(screen.queryByText('Portail')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }));
  expect(activate).toHaveBeenCalledOnce();
});
