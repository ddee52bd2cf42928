import { Anchor, Text } from '@mantine/core';

/** Required by the licence of the data (ODbL) wherever it is shown. */
export function Attribution() {
  return (
    <Text size="xs" c="dimmed">
      Annuaire :{' '}
      <Anchor
        href="https://www.openstreetmap.org/copyright"
        target="_blank"
        rel="noopener noreferrer"
        size="xs"
        c="inherit"
      >
        © les contributeurs d’OpenStreetMap
      </Anchor>
    </Text>
  );
}
