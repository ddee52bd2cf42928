import { Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useLocation } from 'react-router';
import { useHydrated } from '../../lib/hydration.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageLink } from '../../ui/text.tsx';

export type SignedUp = 'pharmacy' | 'partnerDoctor';

/** Reads the navigation state that the form to sign up leaves. */
function readSignedUp(state: unknown): SignedUp | null {
  if (typeof state !== 'object' || state === null || !('signedUp' in state)) return null;
  const { signedUp } = state;
  return signedUp === 'pharmacy' || signedUp === 'partnerDoctor' ? signedUp : null;
}

const texts = {
  pharmacy: {
    title: 'Votre pharmacie est enregistrée',
    text: 'Un administrateur va activer votre compte. Vous vous connectez avec votre email, dans l’',
  },
  partnerDoctor: {
    title: 'Votre compte est prêt',
    text: 'Vous vous connectez avec votre email, dans l’',
  },
} as const;

/** On the customers' sign-in page, where every sign-up ends: links partners to their own sign-in page. */
export function NextStep() {
  const { state } = useLocation();
  // The state survives a reload, but the prerendered page has none.
  const who = useHydrated() ? readSignedUp(state) : null;
  if (who === null) return null;
  const { title, text } = texts[who];
  return (
    <Notice tone="teal" icon={IconCircleCheck} title={title} role="status">
      <Text>
        <span>{text}</span>
        <PageLink to="/admin" c="inherit">
          Espace professionnel
        </PageLink>
        .
      </Text>
    </Notice>
  );
}
