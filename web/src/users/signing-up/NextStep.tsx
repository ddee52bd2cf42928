import { Anchor, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { useHydrated } from '../../lib/hydration/hydration.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { readSignedUp } from './signed-up.ts';

const words = {
  pharmacy: {
    title: 'Votre pharmacie est enregistrée',
    text: 'Un administrateur va activer votre compte. Vous vous connectez avec votre email, dans l’',
  },
  partnerDoctor: {
    title: 'Votre compte est prêt',
    text: 'Vous vous connectez avec votre email, dans l’',
  },
} as const;

/** On the customers’ log-in page, to which SPEC 8 leads after every sign-up: where those who work in health go on. */
export function NextStep() {
  const { state } = useLocation();
  // A browser keeps the state over a reload; the written page knows none.
  const who = useHydrated() ? readSignedUp(state) : null;
  if (who === null) return null;
  const { title, text } = words[who];
  return (
    <Notice tone="teal" icon={IconCircleCheck} title={title} role="status">
      <Text>
        {text}
        <Anchor component={Link} to="/admin" c="inherit">
          Espace professionnel
        </Anchor>
        .
      </Text>
    </Notice>
  );
}
