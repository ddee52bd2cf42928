import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, onTestFinished, vi } from 'vitest';
import { type Session, SessionContext } from '../../session/session-context.ts';
import { networkError } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';

/** Moves the clock by 3 s: a request that fails so late is not retried in the background. */
const advanceClock = () => vi.setSystemTime(Date.now() + 3_000);
afterEach(() => void vi.useRealTimers());

/** A handler whose request fails. */
export function noResponse(): typeof networkError {
  advanceClock();
  return networkError;
}

/** Every request returns a proxy's HTML page instead of our server's JSON. */
export function badGateway() {
  vi.stubGlobal('fetch', async () => {
    advanceClock();
    return new Response('<html>Bad gateway</html>', { status: 502 });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
}

/** Renders a page for this user, or for a visitor when null. */
export function showTo(user: Session['user'], page: ReactNode, url: string, state?: object) {
  const session = aSession(user);
  return showPage(<SessionContext value={session}>{page}</SessionContext>, url, state);
}

export const customer = aUser({ address: 'Cadjèhoun' });
export const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
export const type = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const advices = [
  'Vérifiez votre réseau, puis réessayez.',
  'Le service ne répond pas. Réessayez dans un instant.',
];
/** Finds the message of a failed call followed by what to do, in a toast, in the page, or in both. */
export const findMessage = (message: string) =>
  screen.findAllByText((text) => advices.some((advice) => text === `${message}. ${advice}`));

/** Closes the dialog by its URL, and waits for its transition: two dialogs at once would make queries ambiguous. */
export async function closeDialog(router: ReturnType<typeof showPage>, url: string) {
  await router.navigate(url);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}
