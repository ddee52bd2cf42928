import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { type Session, SessionContext } from '../../session/session-context.ts';
import { aUser } from '../../testing/people.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';

/** A refusal that says nothing: the screen has its own words for it (SPEC 8). */
export const wordless = () =>
  Response.json({ success: false, code: 'INTERNAL', message: '' }, { status: 500 });

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
/** Some stand in a message at the top, some in the page, some in both. */
export const said = (words: string) => screen.findAllByText(words);

/** Closes the dialog by its address; the next one would stand beside it while it fades. */
export async function closeDialog(router: ReturnType<typeof showPage>, address: string) {
  await router.navigate(address);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}
