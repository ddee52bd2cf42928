import { Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { PageLink } from '../../ui/text/PageLink.tsx';

/** A repeated sign-up finds both taken; the server names one. */
export const takenFields = { PHONE_TAKEN: 'phone', EMAIL_TAKEN: 'email' } as const;

/**
 * A sign-up whose response was lost: the server may have made the account, and then refuses to make it again.
 * @returns `send`, around each call; `noticeFor` the number in the form, to render, which leads to the login
 */
export function useLostSignUp() {
  const unanswered = useRef<string | null>(null);
  const [mayExist, setMayExist] = useState<string | null>(null);
  const send = async (phone: string, signUp: () => Promise<unknown>, onTaken?: () => void): Promise<void> => {
    try {
      await signUp();
    } catch (error) {
      const code = error instanceof ApiError ? error.code : '';
      if (code === 'NETWORK') unanswered.current = phone;
      if (code in takenFields && unanswered.current === phone) {
        onTaken?.();
        setMayExist(phone);
      }
      throw error;
    }
  };
  const noticeFor = (phone: string, state?: object): ReactNode =>
    mayExist === null || mayExist !== phone ? null : (
      <Notice tone="blue" icon={IconInfoCircle} role="alert">
        <Text>
          Votre compte a peut-être déjà été créé :{' '}
          <PageLink to="/login" state={state} c="inherit">
            connectez-vous
          </PageLink>
          .
        </Text>
      </Notice>
    );
  return { send, noticeFor };
}
