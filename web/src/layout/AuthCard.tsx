import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { pathAfterSignIn } from '../session/page-access.ts';
import { useSession } from '../session/session-context.ts';
import { GoTo } from '../ui/feedback.tsx';
import { PageLink } from '../ui/text.tsx';
import styles from './AuthCard.module.css';

/**
 * Redirects a signed-in person to their own page, or to the one that they signed in for. It replaces the history entry
 * of the sign-in page.
 */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const { state } = useLocation();
  return user === null ? children : <GoTo to={pathAfterSignIn(user, state)} />;
}

type Props = {
  title: string;
  description: ReactNode;
  children: ReactNode;
  /** Links and notes below the card. */
  footer: ReactNode;
};

/** The frame of the pages to sign in or sign up, which a signed-in person does not see. */
export function AuthCard({ title, description, children, footer }: Props) {
  return (
    <VisitorsOnly>
      <div className={styles.place}>
        <Paper className={styles.card} withBorder>
          <Title order={1}>{title}</Title>
          <Text c="dimmed" mt={4} mb="lg">
            {description}
          </Text>
          {children}
        </Paper>
        <Stack className={styles.footer} align="center" gap={4}>
          {footer}
        </Stack>
      </div>
    </VisitorsOnly>
  );
}

/** On every form that asks for personal data (Code du numérique, art. 415). */
export function PrivacyNote() {
  return (
    <>
      <Text size="xs" c="dimmed">
        En vous inscrivant, vous acceptez les{' '}
        <PageLink to="/conditions" inherit c="inherit">
          conditions
        </PageLink>
        .
      </Text>
      <Text size="xs" c="dimmed">
        <PageLink to="/confidentialite" inherit c="inherit">
          Ce que nous gardons de vous, et pourquoi
        </PageLink>
      </Text>
    </>
  );
}
