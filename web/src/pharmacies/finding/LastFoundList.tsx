import { Button } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { formatMoment } from '../../lib/format.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PharmacyList } from '../card/PharmacyList.tsx';
import type { LastFound } from '../last-found.ts';
import type { Position } from './use-position.ts';

type Props = {
  last: LastFound;
  /** Why there is no newer list. */
  message: string;
  position: Position;
  onRetry: () => void;
  retrying: boolean;
};

/** Shown when the search fails: the list stored on this device, with its date. */
export function LastFoundList({ last, message, position, onRetry, retrying }: Props) {
  const day = formatMoment(new Date(last.at), new Date());
  return (
    <>
      <Notice tone="amber" icon={IconCloudOff} title={`Dernière liste connue, du ${day}`} role="alert">
        <span>{`${message}. Appelez avant de vous déplacer : les gardes ont pu changer.`}</span>
        <div>
          <Button
            variant="default"
            leftSection={<IconRefresh size={20} aria-hidden="true" />}
            onClick={onRetry}
            loading={retrying}
          >
            Réessayer
          </Button>
        </div>
      </Notice>
      <PharmacyList pharmacies={last.pharmacies} position={position} />
    </>
  );
}
