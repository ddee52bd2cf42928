import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';

/** On every form that asks for personal data (Code du numérique, art. 415). */
export function PrivacyNote() {
  return (
    <Text size="xs" c="dimmed">
      <Anchor component={Link} to="/confidentialite" inherit c="inherit">
        Ce que nous gardons de vous, et pourquoi
      </Anchor>
    </Text>
  );
}
