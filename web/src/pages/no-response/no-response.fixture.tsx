import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, onTestFinished, vi } from 'vitest';
import { type Session, SessionContext } from '../../session/session-context.ts';
import { lineDown } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';

/** Lets 3 s pass on the clock: what fails so late is not retried in the background. */
const late = () => vi.setSystemTime(Date.now() + 3_000);
afterEach(() => void vi.useRealTimers());

/** The request fails: no connection, or none that lasts. */
export function noResponse(): typeof lineDown {
  late();
  return lineDown;
}

/** Every request gets the page of a proxy instead of our server's JSON. */
export function badGateway() {
  vi.stubGlobal('fetch', async () => {
    late();
    return new Response('<html>Bad gateway</html>', { status: 502 });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
}

/** Shows a page to this person; to a visitor without one. */
export function showTo(user: Session['user'], page: ReactNode, address: string, state?: object) {
  const session = aSession(user);
  return showPage(<SessionContext value={session}>{page}</SessionContext>, address, state);
}

export const customer = aUser({ address: 'Cadjèhoun' });
export const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
export const type = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
/** The words of the specification, then what to do: in a toast, in the page, or in both. */
export const said = (words: string) =>
  screen.findAllByText(`${words}. Vérifiez votre réseau, puis réessayez.`);

/** Closes the dialog by its address; the next one would stand beside it while it fades. */
export async function closeDialog(router: ReturnType<typeof showPage>, address: string) {
  await router.navigate(address);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}
