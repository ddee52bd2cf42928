import type { User } from '@amasin/domain/users/user.ts';
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { homePathOf, toOrder, typeOf } from '../../session/page-access.ts';
import { useSession } from '../../session/session-context.ts';

/** The hero's button: its label and target depend on the user. */
export function HeroAction() {
  const { user } = useSession();
  const { to, label } = actionOf(user);
  // Users whose type has no page of its own stay on this page.
  if (to === '/') return null;
  return (
    <Button
      component={Link}
      to={to}
      state={user === null ? toOrder : null}
      size="lg"
      color="soleil"
      rightSection={<IconArrowRight size={20} aria-hidden="true" />}
    >
      {label}
    </Button>
  );
}

function actionOf(user: User | null): { to: string; label: string } {
  if (user === null) return { to: '/register', label: 'Commander' };
  if (typeOf(user) === 'customer') return { to: '/order', label: 'Commander maintenant' };
  return { to: homePathOf(user), label: 'Tableau de bord' };
}
