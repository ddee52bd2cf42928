import { Text } from '@mantine/core';
import { countOf } from '../lib/format.ts';

/** The names that the catalogue does not know: a pharmacy does not write it. */
export function UnknownNames({ names, total }: { names: readonly string[]; total: number }) {
  return (
    <details>
      <Text component="summary" fw={600} style={{ minHeight: 44, alignContent: 'center', cursor: 'pointer' }}>
        Inconnus du catalogue
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {`${names.join(', ')}${total > names.length ? `, et ${countOf(total - names.length, 'autre')}` : ''}`}
      </Text>
    </details>
  );
}
