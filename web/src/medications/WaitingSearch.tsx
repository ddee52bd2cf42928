import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { countOf, quoted } from '../lib/format.ts';

type Props = {
  /** The words; another key for others. */
  text: string;
  /** No results yet, and no network. */
  isWaiting: boolean;
  /** They waited when the page was closed. */
  isRestored: boolean;
  /** The number of results. */
  found: number;
  /** Opens the list of results. */
  onShow: () => void;
};

/** A search that waits for the network, and its results once they are there. */
export function WaitingSearch({ text, isWaiting, isRestored, found, onShow }: Props) {
  const [hasWaited, setHasWaited] = useState(isRestored);
  if (isWaiting && !hasWaited) setHasWaited(true);
  return (
    <div role="status">
      {isWaiting ? (
        <Text>{`La recherche attend le réseau. ${quoted(text.trim())} est gardé, et sera cherché à son retour.`}</Text>
      ) : null}
      {hasWaited && !isWaiting && found > 0 ? (
        <Button
          variant="light"
          onClick={() => {
            setHasWaited(false);
            onShow();
          }}
        >
          {`${countOf(found, 'résultat')} pour ${quoted(text.trim())} : voir`}
        </Button>
      ) : null}
    </div>
  );
}
