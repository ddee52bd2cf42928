import { Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { countOf } from '../lib/format.ts';
import { onLive } from '../lib/live.ts';
import { Notice } from '../ui/Notice.tsx';
import { isUnseen, useInquiries, useSeeInquiry } from './api.ts';
import styles from './inquiries.module.css';
import { useRing } from './ring.ts';

/** Rings for what nobody at the pharmacy has seen; beside other panels than its orders, also says so. */
export function Ringing() {
  const { data = [], refetch } = useInquiries();
  const see = useSeeInquiry();
  const [search] = useSearchParams();
  const unseen = data.filter(isUnseen);
  useRing(unseen.length);
  useEffect(
    // A hidden page does not read again what has changed, but must ring.
    () =>
      onLive('changed', (resources) => {
        if (document.hidden && resources.includes('inquiries')) void refetch();
      }),
    [refetch],
  );
  if (unseen.length === 0 || (search.get('tab') ?? 'orders') === 'orders') return null;
  return (
    <div className={styles.elsewhere}>
      <Notice
        tone="amber"
        icon={IconBell}
        role="alert"
        title={countOf(unseen.length, 'nouvelle demande', 'nouvelles demandes')}
      >
        <Button
          component={Link}
          to="/pharmacy-dashboard"
          color="soleil"
          onClick={() => {
            for (const { _id } of unseen) see.mutate(_id);
          }}
        >
          Voir
        </Button>
      </Notice>
    </div>
  );
}
