import { Text } from '@mantine/core';
import { PageLink } from '../../ui/text.tsx';

/** On every form that asks for personal data (Code du numérique, art. 415). */
export function PrivacyNote() {
  return (
    <Text size="xs" c="dimmed">
      <PageLink to="/confidentialite" inherit c="inherit">
        Ce que nous gardons de vous, et pourquoi
      </PageLink>
    </Text>
  );
}
