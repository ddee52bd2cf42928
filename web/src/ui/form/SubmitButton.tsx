import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useHydrated } from '../../lib/hydration/hydration.tsx';

type Props = {
  sending: boolean;
  disabled?: boolean;
  children: ReactNode;
  /** Read by screen readers while sending: « Connexion en cours… ». */
  sendingLabel: string;
};

/** The submit button of a form, full width on a phone. */
export function SubmitButton({ sending, disabled = false, children, sendingLabel }: Props) {
  // Before hydration a native submit would load a URL that accepts no POST.
  const hydrated = useHydrated();
  return (
    <>
      {/* Without a submit button, Enter in a single field submits natively: the disabled one prevents it. */}
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
