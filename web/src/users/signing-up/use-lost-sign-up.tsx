import { Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { ApiError, mayBeDone } from '../../lib/api-error.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PageLink } from '../../ui/text.tsx';

/** A repeated sign-up finds both taken; the server names one. */
export const takenFields = { PHONE_TAKEN: 'phone', EMAIL_TAKEN: 'email' } as const;

type Options = {
  /** The sign-in page of these accounts. */
  door: '/login' | '/admin';
  /** Says what has to happen before the first sign-in. */
  before?: string | undefined;
  /** With the password of the sign-up that may have made the account. */
  onTaken?: (phone: string, password: string) => void;
};

/**
 * A sign-up whose response was lost: the server may have made the account, and then refuses to make it again.
 * @returns `send`, around each call, and `noticeFor`, which links to the sign-in page while the form has this number
 */
export function useLostSignUp({ door, before, onTaken }: Options) {
  const passwords = useRef(new Map<string, string>());
  const [mayExist, setMayExist] = useState<string | null>(null);
  const send = async (
    { phone, password }: { phone: string; password: string },
    signUp: () => Promise<unknown>,
  ): Promise<void> => {
    const digits = digitsOf(phone);
    try {
      await signUp();
    } catch (error) {
      if (mayBeDone(error)) passwords.current.set(digits, password);
      const lost = passwords.current.get(digits);
      if (error instanceof ApiError && error.code in takenFields && lost !== undefined) {
        onTaken?.(phone, lost);
        setMayExist(digits);
      }
      throw error;
    }
  };
  const noticeFor = (phone: string, state?: object): ReactNode =>
    mayExist === null || mayExist !== digitsOf(phone) ? null : (
      <Notice tone="blue" icon={IconInfoCircle} role="alert">
        <Text>
          Votre compte a peut-être déjà été créé :{' '}
          <PageLink to={door} state={state} c="inherit">
            connectez-vous
          </PageLink>
          <span>{`.${before === undefined ? '' : ` ${before}`}`}</span>
        </Text>
      </Notice>
    );
  return { send, noticeFor };
}

const digitsOf = (phone: string) => phone.replace(/\D/g, '');
