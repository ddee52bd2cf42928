import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useHydrated } from '../../lib/hydration/hydration.tsx';

type Props = {
  sending: boolean;
  /** Nothing could be sent yet. */
  disabled?: boolean;
  children: ReactNode;
  /** What is happening, for screen readers while sending: « Connexion en cours… ». */
  sendingLabel: string;
};

/** The one button that sends a form. Full width on a phone. */
export function SubmitButton({ sending, disabled = false, children, sendingLabel }: Props) {
  // Before the page is alive a real submit would leave the page for an address that takes no forms.
  const hydrated = useHydrated();
  return (
    <>
      {/* Enter presses the first button that submits, and sends a single field where there is none. */}
      {hydrated ? null : <button type="submit" disabled hidden />}
      <Button
        type={hydrated ? 'submit' : 'button'}
        size="md"
        fullWidth
        loading={sending}
        disabled={disabled}
        {...(sending ? { 'aria-label': sendingLabel } : {})}
      >
        {children}
      </Button>
    </>
  );
}
